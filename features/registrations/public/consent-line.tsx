import { useSite } from '#client/page/use-site.ts'
import { consentWording } from '#features/registrations/rules.ts'

const withoutConsent = 'This opens the library and does not sign you up for updates.'

/**
 * Renders the consent notice under every public form. The version of its text is stored with the consent.
 * If the form can also be sent without consent, the notice says so.
 */
export function ConsentLine({ isGiven = true }: { isGiven?: boolean }) {
  const { site } = useSite()
  return (
    <p className="text-small text-muted">
      {isGiven ? consentWording.text : withoutConsent}{' '}
      {site.series.privacyUrl && (
        <a
          href={site.series.privacyUrl}
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
