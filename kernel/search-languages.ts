/** Language codes with a PostgreSQL text search configuration; other languages are searched by exact words. */
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

/** The configurations' names, which are also in the migrations' generated column. */
export const searchConfigs = [...new Set(Object.values(configByCode))].toSorted()

/** Returns the text search configuration of a language: `portuguese` for `pt-BR`. */
export function findSearchConfig(language: string): string {
  return configByCode[language.toLowerCase().split('-')[0]!] ?? 'simple'
}
