import { useSite } from '#client/page/use-site.ts'
import {
  consentBox,
  consentSent,
  consentWording,
  type FormContext,
} from '#features/registrations/rules.ts'
import { BoxField } from './box-field.tsx'
import { readOrigin } from '#features/sources/public/read-origin.ts'
import { useSource } from './use-source.ts'

const withoutConsent = 'You will not be signed up for updates.'

/**
 * Renders the consent notice under every public form. Its text is stored with the consent. If the form can also be sent
 * without consent, the notice says so. If the series asks by a checkbox instead, renders only the link to the privacy
 * page.
 */
export function ConsentLine({ isGiven = true }: { isGiven?: boolean }) {
  const { series } = useSite().site
  const isBox = series.consent === 'box'
  if (isBox && !series.privacyUrl) return null
  return (
    <p className="text-small text-muted">
      {!isBox && <>{isGiven ? consentWording.text : withoutConsent} </>}
      {series.privacyUrl && (
        <a
          href={series.privacyUrl}
          target="_blank"
          rel="noopener"
          className="text-glow underline underline-offset-4"
        >
          Privacy notice
        </a>
      )}
    </p>
  )
}

/** Renders the checkbox for updates, if the series asks for consent by a checkbox. It is never ticked in advance. */
export function ConsentBox() {
  const { series } = useSite().site
  return series.consent === 'box' ? (
    <BoxField name="receiveUpdates" label={consentBox.text} />
  ) : null
}

/**
 * Returns a function that receives whether the checkbox for updates is ticked, and returns the values that a form sends
 * besides its visible fields.
 */
export function useFormContextSent(): (isTicked: boolean) => FormContext {
  const { consent } = useSite().site.series
  const source = useSource()
  return (isTicked) => ({
    consent: consentSent(consent, isTicked),
    origin: { source, ...readOrigin() },
  })
}
