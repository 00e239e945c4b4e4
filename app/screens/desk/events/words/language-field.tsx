import { findSearchConfig, searchedLanguages } from '#shared/search-configs.ts'
import { fieldBox, FieldFrame } from '#app/ui/field-frame.tsx'

/** Spoken by guests, too; of these every word is found as it was said. */
const otherLanguages =
  'af am ar bn cs el ha he hi id ig ja ko pl ru rw sn so st sw tn tr uk ur vi xh yo zh zu'.split(
    ' ',
  )
const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })

/** `pt-BR` is 'Brazilian Portuguese'; a code that is none stays. */
export function nameLanguage(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

type LanguageFieldProps = {
  /** A code; empty where the text is to say it. */
  value: string
  /** What stands for the empty one; left out where a language is known. */
  unsaid?: string
  onChange: (code: string) => void
}

/** In which language is spoken: that decides which forms of a word a search finds. */
export function LanguageField({ value, unsaid, onChange }: LanguageFieldProps) {
  const codes = new Set([...searchedLanguages, ...otherLanguages, ...(value ? [value] : [])])
  const sorted = [...codes]
    .map((code) => ({ code, name: nameLanguage(code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  const isSearched = ({ code }: { code: string }) => findSearchConfig(code) !== 'simple'
  return (
    <FieldFrame
      id={undefined}
      required
      label="Language"
      description="Decides whether a search for “pricing” finds “price”."
      className="max-w-md"
    >
      {(framed) => (
        <select
          {...framed}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={`${fieldBox} h-12`}
        >
          {unsaid !== undefined && <option value="">{unsaid}</option>}
          <Options label="Every form of a word is found" languages={sorted.filter(isSearched)} />
          <Options
            label="Words are found as they are typed"
            languages={sorted.filter((language) => !isSearched(language))}
          />
        </select>
      )}
    </FieldFrame>
  )
}

type OptionsProps = { label: string; languages: { code: string; name: string }[] }

function Options({ label, languages }: OptionsProps) {
  return (
    <optgroup label={label}>
      {languages.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </optgroup>
  )
}
