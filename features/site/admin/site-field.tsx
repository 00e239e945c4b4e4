import { useContext, useId, useRef, type ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Field, fieldBox, FieldFrame, TextArea } from '#client/ui/field.tsx'
import { PictureUpload, usePictureUpload } from '#features/pictures/admin/picture-upload.tsx'
import { listTimeZones } from '#kernel/time-zones.ts'
import { ruleOf, textAt } from './site-draft.ts'
import { describeField, describeLeft, SiteEditingContext } from './site-editing.ts'
import type { PictureSpec, TextSpec } from './site-specs.ts'
import { SitePicture } from './site-picture.tsx'

type SiteFieldProps = {
  spec: TextSpec | PictureSpec
  /** Path of the list entry that contains the field, e.g. `testimonials.2`. */
  within?: string
}

export function SiteField({ spec, within }: SiteFieldProps) {
  const path = within === undefined ? spec.path : `${within}.${spec.path}`
  if (spec.kind === 'picture') return <SitePicture spec={spec} path={path} />
  return <TextField spec={spec} path={path} />
}

function TextField({ spec, path }: { spec: TextSpec; path: string }) {
  const { register, getValues } = useFormContext()
  const { mistakes, setMistake, isLocked } = useContext(SiteEditingContext)
  const zones = useId()
  // Read the text untrimmed: spaces count towards the maximum length that the server checks.
  const typed: unknown = useWatch({ name: path })
  const text = typeof typed === 'string' ? typed : textAt(getValues(), path)
  const { limit, isRequired } = ruleOf(path)
  const field = {
    ...register(path, { onChange: () => setMistake(path, undefined) }),
    label: spec.label,
    required: isRequired,
    readOnly: isLocked,
    description: describeField(spec, limit),
    error: mistakes[path],
    hint: describeLeft(text, limit),
  }
  if (spec.kind === 'page') return <PageField {...{ path, field }} />
  if (spec.kind === 'choice') return <ChoiceField {...{ spec, path }} />
  if (spec.kind === 'text') return <TextArea {...field} inputClassName="field-sizing-content" />
  if (spec.kind !== 'zone') {
    const isAddress = spec.kind === 'address'
    return <Field {...field} {...(isAddress && { inputMode: 'url', spellCheck: false })} />
  }
  return (
    <>
      <Field {...field} list={zones} spellCheck={false} autoComplete="off" />
      <datalist id={zones}>
        {listTimeZones().map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
    </>
  )
}

function ChoiceField({ spec, path }: { spec: TextSpec; path: string }) {
  const { register } = useFormContext()
  const { mistakes, setMistake, isLocked } = useContext(SiteEditingContext)
  return (
    <FieldFrame
      label={spec.label}
      description={spec.about}
      id={undefined}
      required
      className=""
      error={mistakes[path]}
    >
      {(framed) => (
        <select
          {...register(path, { onChange: () => setMistake(path, undefined) })}
          {...framed}
          disabled={isLocked}
          className={`${fieldBox} h-12`}
        >
          {spec.choices?.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

type PageFieldProps = {
  path: string
  field: Parameters<typeof TextArea>[0] & { description: string; label: string }
}

const markdown: [written: string, meaning: string][] = [
  ['## Heading', 'a heading'],
  ['**bold**, *slanted*', 'emphasis'],
  ['- one', 'a list; 1. one is numbered'],
  ['> words', 'a quotation'],
  ['[words](https://example.org)', 'a link to http, https or mailto'],
  ['![words](/images/…)', 'a picture that was uploaded here'],
]

/** Renders the field for the Markdown of a custom page, with help and an upload for its pictures. */
function PageField({ path, field }: PageFieldProps) {
  const { setValue, getValues } = useFormContext()
  const { setMistake, isLocked } = useContext(SiteEditingContext)
  const place = useRef<HTMLDivElement>(null)
  const upload = usePictureUpload({
    label: `Picture for the ${field.label.toLowerCase()}`,
    isOff: isLocked,
    onProblem: (message) => setMistake(path, message),
    onKept({ address }) {
      const text = String(getValues(path) ?? '')
      const at = place.current?.querySelector('textarea')?.selectionEnd ?? text.length
      setValue(path, `${text.slice(0, at)}\n\n![](${address})\n\n${text.slice(at)}`)
    },
  })
  return (
    <div ref={place}>
      <TextArea {...field} inputClassName="field-sizing-content min-h-48 max-h-[60dvh] font-mono" />
      {!isLocked && (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <PictureUpload upload={upload} />
          <span className="text-caption text-muted">
            An uploaded picture is inserted at the cursor.
          </span>
        </div>
      )}
      <output className="block text-small text-success">{upload.kept}</output>
      <details className="mt-2 text-small">
        <summary className="min-h-6 cursor-pointer py-2 font-semibold text-glow">
          Markdown help
        </summary>
        <dl className="grid gap-x-4 gap-y-1 py-1 sm:grid-cols-[auto_1fr]">
          {markdown.map(([written, meaning]) => (
            <Line key={written} written={written}>
              {meaning}
            </Line>
          ))}
        </dl>
        <p className="text-muted">HTML is not interpreted: it appears as text.</p>
      </details>
    </div>
  )
}

function Line({ written, children }: { written: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-mono text-caption leading-6 wrap-anywhere">{written}</dt>
      <dd className="text-muted max-sm:mb-2">{children}</dd>
    </>
  )
}
