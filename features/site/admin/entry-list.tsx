import { ArrowDown, ArrowUp, Plus, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { siteLimits } from '#kernel/site.ts'
import { emptyEntry, type SiteDraft } from './site-draft.ts'
import { SiteEditingContext } from './site-editing.ts'
import { SiteField } from './site-field.tsx'
import type { ListSpec } from './site-specs.ts'

/**
 * A list entry, such as a testimonial, that was removed but can be restored until the draft is saved. `before` is the
 * key of the entry that followed it.
 */
type Removed = { key: number; entry: SiteDraft; before: string | undefined }

/**
 * Which element to focus after an entry was added, moved or removed: a button or field of the entry at index `at`, or
 * the notice that offers to restore an entry.
 */
type Aim = { at: number; part: 'up' | 'down' | 'remove' | 'field' } | { removed: number }

function selectorOf(aim: Aim): string {
  if ('removed' in aim) return `[data-removed="${aim.removed}"]`
  if (aim.part === 'field') return `[data-entry="${aim.at}"] fieldset :is(input, textarea)`
  return `[data-entry="${aim.at}"] [data-part="${aim.part}"]`
}

/** Renders the entries of one list in the site's content, with buttons to add, move and remove them. */
export function EntryList({ list }: { list: ListSpec }) {
  const { control, getValues } = useFormContext()
  const { mistakes, setMistake, rounds, isLocked } = useContext(SiteEditingContext)
  const { fields, append, insert, move, remove } = useFieldArray({ control, name: list.path })
  const entries = (useWatch({ name: list.path }) ?? []) as SiteDraft[]
  const [taken, setTaken] = useState<{ round: number; removed: Removed[] }>()
  const removed = taken?.round === rounds ? taken.removed : []
  const setRemoved = (next: Removed[]) => setTaken({ round: rounds, removed: next })
  const [news, setNews] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const aim = useRef<Aim>(undefined)
  const lastKey = useRef(0)

  useEffect(() => {
    if (!aim.current) return
    const target = place.current?.querySelector<HTMLElement>(selectorOf(aim.current))
    aim.current = undefined
    const folded = target?.closest('details')
    if (folded && !target?.closest('summary')) folded.open = true
    target?.focus()
  })

  /** Returns an entry from the form's current values, which may be newer than the rendered ones. */
  const entryAt = (at: number) => (getValues(list.path) as SiteDraft[])[at]!

  function nameOf(at: number) {
    return `${list.one} ${at + 1}${describe(entries[at])}`
  }

  function describe(entry: SiteDraft | undefined) {
    const name = entry && list.nameOf(entry)
    return name ? `, ${name}` : ''
  }

  function say(words: string) {
    setMistake(list.path, undefined)
    setNews(words)
  }

  function shift(from: number, part: 'up' | 'down') {
    const to = part === 'up' ? from - 1 : from + 1
    const isAtEnd = to === 0 || to === fields.length - 1
    const moved = entryAt(from)
    move(from, to)
    aim.current = { at: to, part: isAtEnd ? (to === 0 ? 'down' : 'up') : part }
    say(`Moved to position ${to + 1} of ${fields.length}${describe(moved)}.`)
  }

  function takeOut(at: number) {
    lastKey.current += 1
    const [gone, next] = [fields[at]!.id, fields[at + 1]?.id]
    const others = removed.map((one) => (one.before === gone ? { ...one, before: next } : one))
    const entry = structuredClone(entryAt(at))
    setRemoved([...others, { key: lastKey.current, entry, before: next }])
    remove(at)
    aim.current = { removed: lastKey.current }
    say(`Removed: ${list.one} ${at + 1}${describe(entry)}. ${fields.length - 1} left.`)
  }

  function putBack({ key, entry, before }: Removed) {
    const found = fields.findIndex(({ id }) => id === before)
    const at = found < 0 ? fields.length : found
    insert(at, entry, { shouldFocus: false })
    setRemoved(removed.filter((one) => one.key !== key))
    aim.current = { at, part: 'remove' }
    say(`Restored at position ${at + 1}${describe(entry)}.`)
  }

  function add() {
    append(emptyEntry(list.path), { shouldFocus: false })
    aim.current = { at: fields.length, part: 'field' }
    say(`Added: ${list.one} ${fields.length + 1}.`)
  }

  const most = siteLimits[list.path]
  const stubsBefore = (id: string | undefined) =>
    removed
      .filter(({ before }) => before === id)
      .map((one) => (
        <li key={`removed-${one.key}`} className="flex flex-wrap items-center gap-3 py-2">
          <span className="text-small text-muted">Removed{describe(one.entry)}</span>
          <Button
            variant="quiet"
            className="px-0! text-small!"
            data-removed={one.key}
            onClick={() => putBack(one)}
          >
            <Undo2 aria-hidden size={16} />
            Undo <span className="sr-only">{describe(one.entry)}</span>
          </Button>
        </li>
      ))

  return (
    <div ref={place}>
      <p className="text-small text-muted">{`${list.about} At most ${most} entries.`}</p>
      <output className="sr-only">{news}</output>
      {mistakes[list.path] && (
        <p
          role="alert"
          tabIndex={-1}
          data-wrong
          className="mt-2 text-small font-medium text-danger"
        >
          {mistakes[list.path]}
        </p>
      )}
      <ol aria-label={list.label} className="mt-3 divide-y divide-line border-y border-line">
        {fields.map(({ id }, at) => (
          <Entry
            key={id}
            {...{ list, at, isLocked }}
            name={list.nameOf(entries[at] ?? {})}
            before={stubsBefore(id)}
            isWrong={Object.keys(mistakes).some((path) => path.startsWith(`${list.path}.${at}.`))}
          >
            <EntryButton part="up" isOff={at === 0} onPress={() => shift(at, 'up')}>
              <ArrowUp aria-hidden size={18} />
              <span className="sr-only">Move up {nameOf(at)}</span>
            </EntryButton>
            <EntryButton
              part="down"
              isOff={at === fields.length - 1}
              onPress={() => shift(at, 'down')}
            >
              <ArrowDown aria-hidden size={18} />
              <span className="sr-only">Move down {nameOf(at)}</span>
            </EntryButton>
            <EntryButton part="remove" isOff={false} onPress={() => takeOut(at)}>
              <Trash2 aria-hidden size={18} />
              <span className="sr-only">Remove {nameOf(at)}</span>
            </EntryButton>
          </Entry>
        ))}
        {stubsBefore(undefined)}
      </ol>
      {!isLocked && (
        <Button
          variant="secondary"
          className="mt-4 text-small!"
          disabled={fields.length >= most}
          onClick={add}
        >
          <Plus aria-hidden size={17} />
          Add a {list.one}
        </Button>
      )}
    </div>
  )
}

type EntryProps = {
  list: ListSpec
  at: number
  name: string
  isLocked: boolean
  isWrong: boolean
  /** Notices that offer to restore removed entries, displayed above this entry. */
  before: ReactNode
  children: ReactNode
}

/** Renders an entry of a list, collapsed to its name; its buttons stay visible. */
function Entry({ list, at, name, isLocked, isWrong, before, children }: EntryProps) {
  const title = name || `New ${list.one}`
  return (
    <>
      {before}
      <li data-entry={at} className="relative">
        <details className="group/entry">
          <summary
            className={`flex min-h-12 cursor-pointer items-center gap-2 py-2 wrap-anywhere ${isLocked ? '' : 'pr-36'}`}
          >
            <span
              aria-hidden
              className="size-1.5 shrink-0 rotate-45 border-t-2 border-r-2 border-muted group-open/entry:rotate-135"
            />
            <span className="w-5 shrink-0 text-right text-small text-muted figures">{at + 1}.</span>
            <span className={`min-w-0 font-semibold ${isWrong ? 'text-danger' : ''}`}>{title}</span>
          </summary>
          <fieldset
            aria-label={`Number ${at + 1}, ${title}`}
            className="grid min-w-0 gap-5 pt-2 pb-6 sm:pl-8"
          >
            {list.fields.map((spec) => (
              <SiteField key={spec.path} spec={spec} within={`${list.path}.${at}`} />
            ))}
          </fieldset>
        </details>
        {!isLocked && <div className="absolute top-0.5 right-0 flex">{children}</div>}
      </li>
    </>
  )
}

type EntryButtonProps = {
  part: 'up' | 'down' | 'remove'
  isOff: boolean
  onPress: () => void
  children: ReactNode
}

function EntryButton({ part, isOff, onPress, children }: EntryButtonProps) {
  return (
    <button
      type="button"
      data-part={part}
      disabled={isOff}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-md text-muted hover:text-glow disabled:opacity-35"
    >
      {children}
    </button>
  )
}
