import { Copy } from 'lucide-react'
import { copyText } from '#app/components/copy-text.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { showToast } from '#app/ui/toast-store.ts'

const example = `thandi.nkosi@example.com
"Dlamini","Sipho","sipho@example.org","Karoo Coffee, Ltd"
Lindiwe Dube <lindiwe@example.net> asked for the recordings
`

async function copyExample() {
  const isCopied = await copyText(example)
  showToast(
    isCopied
      ? { title: 'Copied!', description: 'Example data copied to clipboard' }
      : {
          title: 'Not Copied',
          description: 'Please select the example and copy it.',
          variant: 'destructive',
        },
  )
}

/**
 * What the import does and does not, and data to try it with. Specification, "Imports and export".
 */
export function Instructions() {
  return (
    <Card className="p-5 text-small">
      <h2 className="text-subheading">Instructions</h2>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5">
        <li>Grants video access to previous recordings</li>
        <li>Does NOT register for upcoming events</li>
        <li>Sends no email notifications</li>
        <li>Skips duplicates</li>
      </ul>
      <p className="mt-4 text-muted">
        Paste a plain list, CSV, or mixed text: the first email of each line is taken.
      </p>
      <pre className="mt-3 overflow-x-auto rounded-md border border-line bg-canvas p-3 font-mono text-caption whitespace-pre-wrap">
        {example.trimEnd()}
      </pre>
      <Button
        variant="secondary"
        className="mt-3 px-4! text-small!"
        onClick={() => void copyExample()}
      >
        <Copy aria-hidden size={17} />
        Copy example
      </Button>
    </Card>
  )
}
