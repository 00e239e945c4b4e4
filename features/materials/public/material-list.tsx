import { ArrowUpRight, Download } from 'lucide-react'
import type { Material } from '#kernel/materials.ts'
import { describeSize } from '#features/materials/rules.ts'

/** Renders the links and files of an event, each opening in a new tab. */
export function MaterialList({ materials }: { materials: Material[] }) {
  return (
    <ul className="grid gap-1">
      {materials.map((material) => {
        const Icon = material.kind === 'file' ? Download : ArrowUpRight
        return (
          <li key={material.id}>
            <a
              href={material.url}
              target="_blank"
              rel="noopener"
              className="group inline-flex min-h-11 items-center gap-2 text-glow"
            >
              <Icon aria-hidden size={17} className="shrink-0" />
              <span className="min-w-0 wrap-anywhere underline decoration-1 underline-offset-4 group-hover:decoration-2">
                {material.title}
              </span>
              {material.size !== null && (
                <span className="text-caption whitespace-nowrap text-muted">
                  {describeSize(material.size)}
                </span>
              )}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
