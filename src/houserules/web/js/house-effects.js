// The effects of a power, as its schema lists them: a word, a word with settings, or a word with its first setting alone.

/** @typedef {Record<string, any>} Schema */

/** @param {Schema} power the schema of a power @returns {{name: string, title: string, description: string, parameters: Record<string, Schema>, short: string | null}[]} */
export function effectsOf(power) {
  return power.properties.do.items.anyOf.map((/** @type {Schema} */ effect) => {
    const name = effect.anyOf[0].const;
    const [table, short] = effect.anyOf[1].properties[name].anyOf;
    const parameters = table.properties;
    return { name, title: effect.title, description: effect.description ?? "", parameters, short: short ? Object.keys(parameters).find((key) => JSON.stringify(parameters[key]) === JSON.stringify(short)) ?? null : null };
  });
}

/** The settings of an effect that a power has; null if it has it not. @param {Schema} schema @param {any} power @param {string} name @returns {Record<string, any> | null} */
export function effectOf(schema, power, name) {
  for (const one of power.do ?? []) {
    if (one === name) return {};
    const given = one?.[name];
    if (given === undefined) continue;
    const short = effectsOf(schema).find((effect) => effect.name === name)?.short;
    return given && typeof given === "object" && !Array.isArray(given) ? given : { [short ?? ""]: given };
  }
  return null;
}

/** The settings with one of them changed; what is usual is not written. @param {Record<string, any>} given @param {string} key @param {any} value @param {Schema} schema */
export function writtenEffect(given, key, value, schema) {
  const { [key]: _, ...rest } = given;
  return value === undefined || JSON.stringify(value) === JSON.stringify(schema.default) ? rest : { ...rest, [key]: value };
}

/** The power with an effect, with other settings, or without it (null). @param {Schema} schema @param {any} power @param {string} name @param {Record<string, any> | null} given */
export function withEffect(schema, power, name, given) {
  const before = power.do ?? [];
  const at = before.findIndex((/** @type {any} */ one) => one === name || (one && typeof one === "object" && name in one));
  const rest = before.filter((/** @type {any} */ _, /** @type {number} */ place) => place !== at);
  if (given) {
    const needed = Object.entries(effectsOf(schema).find((effect) => effect.name === name)?.parameters ?? {}).filter(([, one]) => one.enum && one.default === undefined);
    const whole = { ...Object.fromEntries(needed.map(([key, one]) => [key, one.enum[0]])), ...given };
    rest.splice(at < 0 ? rest.length : at, 0, Object.keys(whole).length ? { [name]: whole } : name);
  }
  return { ...power, do: rest };
}
