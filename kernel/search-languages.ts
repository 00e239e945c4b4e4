/** Languages whose word forms PostgreSQL knows, by their codes; others are searched word for word. */
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

/** The codes of those languages. */
export const searchedLanguages = Object.keys(configByCode)

/** Their names, each in the migrations' generated column too. */
export const searchConfigs = [...new Set(Object.values(configByCode))].toSorted()

/** The text search configuration of a language: `pt-BR` is `portuguese`. */
export function findSearchConfig(language: string): string {
  return configByCode[language.toLowerCase().split('-')[0]!] ?? 'simple'
}
