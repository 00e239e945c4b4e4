import { Link2 } from 'lucide-react'
import { copyText } from '#app/components/copy-text.ts'
import { useSite } from '#app/components/use-site.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { shareLinks } from './share-links.ts'

/** LinkedIn, Twitter, Facebook, WhatsApp and copy link. Specification 2. */
export function ShareSection() {
  const { site, origin } = useSite()
  const address = `${origin}/`

  async function copy() {
    const isCopied = await copyText(address)
    if (isCopied) showToast({ title: 'Link Copied!', description: 'Now paste it to a founder.' })
    else {
      showToast({
        title: 'The link could not be copied',
        description: address,
        duration: 8000,
        isForCopying: true,
      })
    }
  }

  return (
    <Section
      id="share"
      title="Bring another founder"
      lead="The conversation gets better with every chair that is taken."
      className="on-stage pool"
    >
      <ul className="flex flex-wrap gap-3">
        {shareLinks(address, site.share.text).map(({ name, href }) => (
          <li key={name}>
            <ButtonLink variant="secondary" href={href} target="_blank" rel="noopener">
              {name}
            </ButtonLink>
          </li>
        ))}
        <li>
          <Button onClick={() => void copy()}>
            <Link2 aria-hidden size={18} />
            Copy link
          </Button>
        </li>
      </ul>
    </Section>
  )
}
