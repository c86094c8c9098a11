"""The OpenAPI document as a page to read. It has no script, and loads nothing but its own style sheet."""

from __future__ import annotations

from html import escape
from typing import Any, Final

import msgspec

STYLE: Final = """\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 3rem; }
section { border-top: 1px solid #8886; padding: 0.5rem 0; }
code, pre { font: 14px/1.4 ui-monospace, monospace; }
pre { overflow-x: auto; background: #8881; padding: 0.75rem; border-radius: 0.25rem; }
.method { font-weight: bold; display: inline-block; min-width: 4.5rem; }
table { border-collapse: collapse; }
td { padding: 0.1rem 1rem 0.1rem 0; vertical-align: top; }
"""


def docs_page(document: dict[str, Any]) -> str:
    info = document["info"]
    operations = [
        _operation(path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    schemas = [_schema(name, schema) for name, schema in document["components"]["schemas"].items()]
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(info['title'])}</title>",
            '<link rel="stylesheet" href="/api/v1/docs.css">',
            "</head>",
            "<body>",
            f"<h1>{escape(info['title'])}</h1>",
            f"<p>{escape(info.get('description') or '')}</p>",
            '<p>For programs: <a href="/api/v1/openapi.json">OpenAPI</a>',
            'and the <a href="/api/v1/schema">JSON Schema of all messages</a>.</p>',
            "<h2>Requests</h2>",
            *operations,
            "<h2>Bodies</h2>",
            *schemas,
            "</body>",
            "</html>",
        ]
    )


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    lines = [
        f'<section id="{escape(operation["operationId"])}">',
        f'<h3><code><span class="method">{escape(method.upper())}</span> {escape(path)}</code></h3>',
        f"<p>{escape(operation.get('summary') or '')}. {escape(operation.get('description') or '')}</p>",
        "<table>",
    ]
    for parameter in operation.get("parameters", ()):
        said = parameter.get("description") or ""
        lines.append(_row(f"{parameter['in']} <code>{escape(parameter['name'])}</code>", escape(said)))
    body = operation.get("requestBody")
    if body:
        lines.append(_row("body", _link(body["content"]["application/json"]["schema"])))
    for status, answer in operation["responses"].items():
        contents = (answer.get("content") or {}).items()
        kinds = ", ".join(_link(content["schema"]) or escape(kind) for kind, content in contents)
        lines.append(_row(f"answer {escape(status)}", f"{kinds} {escape(answer['description'])}"))
    return "\n".join([*lines, "</table>", "</section>"])


def _row(left: str, right: str) -> str:
    return f"<tr><td>{left}</td><td>{right}</td></tr>"


def _link(schema: dict[str, Any]) -> str:
    name = schema.get("$ref", "").rpartition("/")[2]
    return f'<a href="#{escape(name)}"><code>{escape(name)}</code></a>' if name else ""


def _schema(name: str, schema: dict[str, Any]) -> str:
    text = msgspec.json.format(msgspec.json.encode(schema), indent=2).decode()
    return f'<section id="{escape(name)}"><h3><code>{escape(name)}</code></h3><pre>{escape(text)}</pre></section>'
