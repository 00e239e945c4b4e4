import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Field, fieldBox, FieldFrame } from '#client/ui/field.tsx'
import { textLinkStyle } from '#client/ui/text-link.ts'
import type { SettingsField as FieldData } from '#features/settings/contract.ts'
import { isSecretField, type SettingField } from '#kernel/live-settings.ts'
import { fieldLabels } from './area-labels.ts'

type SettingsFieldProps = {
  data: FieldData
  /** The text that the administrator has typed. Undefined: nothing typed; null: remove the stored secret. */
  typed: string | null | undefined
  error: string | undefined
  isShown: boolean
  onType: (field: SettingField, value: string | null | undefined) => void
}

/** Renders the field of one setting; read-only if an environment variable sets it. */
export function SettingsField({ data, typed, error, isShown, onType }: SettingsFieldProps) {
  const { field, value, lockedBy } = data
  const { label, about, choices, isNeeded = false, inputMode, placeholder } = fieldLabels[field]
  const isSecret = isSecretField(field)
  const locked = lockedBy && (
    <span className="flex items-center gap-1.5">
      <Lock aria-hidden size={14} className="shrink-0" />
      Set on the server: {lockedBy}
    </span>
  )
  const shared = {
    name: field,
    label,
    required: isNeeded || lockedBy !== null,
    description: locked || about,
    error,
    className: lockedBy ? '[&_input]:border-dashed [&_input]:text-muted' : '',
  }
  if (choices) {
    return (
      <FieldFrame {...shared} id={undefined}>
        {(framed) => (
          <select
            {...framed}
            name={field}
            disabled={lockedBy !== null}
            value={typed ?? (value || data.fallback)}
            onChange={({ target }) => onType(field, target.value)}
            className={`${fieldBox} h-12`}
          >
            {choices.map(([choice, words]) => (
              <option key={choice} value={choice}>
                {words}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
    )
  }
  if (isSecret) {
    return <SecretField {...{ data, typed, isShown, onType, shared }} />
  }
  return (
    <Field
      {...shared}
      readOnly={lockedBy !== null}
      value={typed ?? (lockedBy && data.isSet && !value ? 'Stored' : value)}
      placeholder={
        data.isSet && !value ? 'Type a new value to replace' : (placeholder ?? data.fallback)
      }
      inputMode={inputMode}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={({ target }) => {
        const isBack = target.value === value
        onType(field, isBack ? undefined : target.value)
      }}
    />
  )
}

type SecretFieldProps = Pick<SettingsFieldProps, 'data' | 'typed' | 'isShown' | 'onType'> & {
  shared: { name: string; label: string; required: boolean; description: ReactNode }
}

/** Renders the field of a secret. The saved secret is never shown: typing replaces it, and a button removes it. */
function SecretField({ data, typed, isShown, onType, shared }: SecretFieldProps) {
  const { field, isSet, isLost, lockedBy } = data
  const isGoing = typed === null
  const canGo = lockedBy === null && (isSet || isLost)
  const words = isGoing
    ? ['The stored value is deleted when you save.', 'Keep']
    : ['A value is stored.', 'Remove']
  const saved = canGo && (
    <>
      {isLost ? 'The saved value can no longer be read. Enter it again.' : words[0]}{' '}
      <button
        type="button"
        aria-label={`${words[1]}: ${shared.label}`}
        className={`min-h-6 ${textLinkStyle}`}
        onClick={() => onType(field, isGoing ? undefined : null)}
      >
        {words[1]}
      </button>
    </>
  )
  return (
    <Field
      {...shared}
      description={saved || shared.description}
      type={isShown ? 'text' : 'password'}
      readOnly={lockedBy !== null}
      value={typed ?? ''}
      placeholder={isSet && !isGoing && !lockedBy ? 'Type a new value to replace' : ''}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={({ target }) => onType(field, target.value || undefined)}
    />
  )
}
