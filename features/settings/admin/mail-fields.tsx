import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { fieldBox, FieldFrame } from '#client/ui/field.tsx'
import type { SettingsField as FieldData } from '#features/settings/contract.ts'
import type { SettingField } from '#kernel/live-settings.ts'
import { findMailProvider, mailProviders } from './mail-providers.ts'
import { SettingsField } from './settings-field.tsx'
import type { Typed } from './typed-settings.ts'

type MailFieldsProps = {
  fields: FieldData[]
  typed: Typed
  errors: Map<string, string>
  isShown: boolean
  onType: (values: Typed) => void
}

/** Fields that are filled in when an email provider is chosen. */
const serverFields: SettingField[] = ['SMTP_URL.host', 'SMTP_URL.port', 'SMTP_URL.security']
const rareFields: SettingField[] = ['SMTP_REQUIRE_TLS', 'MAIL_PER_SECOND']

/** Renders the mail settings. Choosing a provider fills in the server's fields; rare settings are collapsed. */
export function MailFields({ fields, typed, errors, isShown, onType }: MailFieldsProps) {
  const valueOf = (name: SettingField) =>
    typed[name] ?? fields.find(({ field }) => field === name)?.value ?? ''
  // Remember the chosen email provider separately. If it were derived from the host, fields would move while the
  // administrator types a host.
  const [providerId, setProviderId] = useState(
    () => findMailProvider(valueOf('SMTP_URL.host'))?.id ?? 'other',
  )
  const provider = mailProviders.find(({ id }) => id === providerId)
  const isLocked = fields.some(({ field, lockedBy }) => serverFields.includes(field) && lockedBy)
  // Amazon SES has one host per region, so the field for the host stays visible.
  const filled = serverFields.filter((field) => provider?.id !== 'ses' || field !== 'SMTP_URL.host')
  const folded = provider && !isLocked ? [...filled, ...rareFields] : rareFields

  function choose(id: string) {
    const chosen = mailProviders.find((one) => one.id === id)
    setProviderId(id)
    onType({
      'SMTP_URL.host': chosen?.host ?? '',
      'SMTP_URL.port': chosen?.port ?? '',
      'SMTP_URL.security': chosen?.security ?? 'tls',
    })
  }

  const show = (data: FieldData) => (
    <SettingsField
      key={data.field}
      data={data}
      typed={typed[data.field]}
      error={errors.get(data.field)}
      isShown={isShown}
      onType={(field, value) => onType({ [field]: value })}
    />
  )
  return (
    <div className="grid grid-cols-1 gap-5">
      {!isLocked && (
        <ProviderChoice id={providerId} onChoose={choose}>
          {provider && (
            <dl className="mt-3 grid gap-1.5 text-small">
              <Fact name="User" text={provider.user} />
              <Fact name="Password" text={provider.password} />
            </dl>
          )}
        </ProviderChoice>
      )}
      <div className="grid items-end gap-x-6 gap-y-5 sm:grid-cols-2">
        {fields.filter(({ field }) => !folded.includes(field)).map(show)}
      </div>
      <details className="group">
        <summary className="inline-flex min-h-11 items-center gap-1.5 rounded-sm font-semibold">
          <ChevronRight aria-hidden size={17} className="group-open:rotate-90" />
          Advanced
        </summary>
        <div className="mt-3 grid items-end gap-x-6 gap-y-5 sm:grid-cols-2">
          {fields.filter(({ field }) => folded.includes(field)).map(show)}
        </div>
      </details>
    </div>
  )
}

type ProviderChoiceProps = {
  id: string
  onChoose: (id: string) => void
  children: React.ReactNode
}

function ProviderChoice({ id, onChoose, children }: ProviderChoiceProps) {
  return (
    <div>
      <FieldFrame label="Email provider" id={undefined} required className="sm:max-w-sm">
        {(framed) => (
          <select
            {...framed}
            value={id}
            onChange={({ target }) => onChoose(target.value)}
            className={`${fieldBox} h-12`}
          >
            {mailProviders.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
            <option value="other">Other mail server</option>
          </select>
        )}
      </FieldFrame>
      {children}
    </div>
  )
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div className="max-w-reading">
      <dt className="inline font-semibold">{name}: </dt>
      <dd className="inline wrap-anywhere text-muted">{text}</dd>
    </div>
  )
}
