/** PostgreSQL text search configurations by language code. Text in other languages is searched by exact words. */
const configByCode: Record<string, string> = {
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hu: 'hungarian',
  it: 'italian',
  nb: 'norwegian',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  sv: 'swedish',
}

export const searchedLanguages = Object.keys(configByCode)

/** Names of the text search configurations, which a migration repeats in the definition of a generated column. */
export const searchConfigs = [...new Set(Object.values(configByCode))].toSorted()

/**
 * Returns the text search configuration of a language: `portuguese` for `pt-BR`, `simple` for an unknown
 * language.
 */
export function findSearchConfig(language: string): string {
  return configByCode[language.toLowerCase().split('-')[0]!] ?? 'simple'
}
