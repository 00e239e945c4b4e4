import { useContext } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Look } from '#kernel/look.ts'
import { LookFields } from './look-fields.tsx'
import { SiteEditingContext } from './site-editing.ts'
import { SiteField } from './site-field.tsx'
import type { LookSpec } from './site-specs.ts'

/** Renders the fields for colours, fonts and logo within the form for the site's content. */
export function LookPart({ spec }: { spec: LookSpec }) {
  const { setValue } = useFormContext()
  const { mistakes, setMistake, isLocked } = useContext(SiteEditingContext)
  const look = useWatch({ name: spec.path }) as Look
  const errors = spec.choices.map(({ path }) => [path.replace('look.', ''), mistakes[path]])

  function change(next: Look) {
    for (const { path } of spec.choices) {
      const name = path.replace('look.', '') as keyof Look
      if (next[name] === look[name]) continue
      setValue(path, next[name])
      setMistake(path, undefined)
    }
  }

  return (
    <fieldset disabled={isLocked} className="min-w-0">
      <legend className="sr-only">{spec.label}</legend>
      <LookFields
        look={look}
        errors={Object.fromEntries(errors)}
        onChange={change}
        logo={
          <div className="grid gap-5">
            {spec.logos.map((logo) => (
              <SiteField key={logo.path} spec={logo} />
            ))}
          </div>
        }
      />
    </fieldset>
  )
}
