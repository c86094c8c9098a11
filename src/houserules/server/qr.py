"""A link as a picture, for the camera of another device."""

from __future__ import annotations

import io

import segno
from litestar import Response


def qr_picture(link: str) -> Response[str]:
    picture = io.BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", scale=8, xmldecl=False, light="white")
    return Response(picture.getvalue().decode(), media_type="image/svg+xml")
