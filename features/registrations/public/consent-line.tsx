import { useSite } from '#client/page/use-site.ts'
import { consentWording } from '#features/registrations/rules.ts'

const withoutConsent = 'This opens the library and does not sign you up for updates.'

/**
 * The notice under every public form, in the words whose version is stored with the consent; where a
 * form can be sent without any, it says so instead. Specification, "People and access".
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
