import { consentWording } from '#shared/consent.ts'
import { useSite } from './use-site.ts'

/** The notice under every public form. decisions.md, "People and access". */
export function ConsentLine() {
  const { site } = useSite()
  return (
    <p className="text-small text-muted">
      {consentWording.text}{' '}
      <a
        href={site.series.privacyUrl}
        target="_blank"
        rel="noopener"
        className="text-glow underline underline-offset-4"
      >
        Privacy notice
      </a>
    </p>
  )
}
