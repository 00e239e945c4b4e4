import { ShareRow } from '#app/components/share-row.tsx'
import { useSite } from '#app/components/use-site.ts'
import { Section } from '#app/ui/section.tsx'

/** Specification, "Landing page". */
export function ShareSection() {
  const { site, origin } = useSite()
  return (
    <Section
      id="share"
      title="Bring another founder"
      lead="The conversation gets better with every chair that is taken."
      className="on-stage pool"
    >
      <ShareRow address={`${origin}/`} text={site.share.text} />
    </Section>
  )
}
