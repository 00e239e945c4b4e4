import { type ReactNode, useId } from 'react'

/** A part of the form with its heading. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t border-line pt-6 first:border-0 first:pt-0">
      <h2 id={id} className="text-subheading">
        {title}
      </h2>
      <div className="mt-5 grid grid-cols-1 gap-5">{children}</div>
    </section>
  )
}
