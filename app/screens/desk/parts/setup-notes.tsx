import { Info } from 'lucide-react'

/** Sentences on what is not set, and what that means. */
export function SetupNotes({ notes = [] }: { notes: string[] | undefined }) {
  if (notes.length === 0) return null
  return (
    <ul className="mt-4 grid gap-2 rounded-md border border-line bg-raised px-4 py-3 text-small">
      {notes.map((note) => (
        <li key={note} className="flex items-start gap-2.5 wrap-anywhere">
          <Info aria-hidden size={17} className="mt-0.5 shrink-0 text-glow" />
          <span className="min-w-0">{note}</span>
        </li>
      ))}
    </ul>
  )
}
