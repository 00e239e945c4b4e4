import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { RemovalDialog } from '#client/admin/removal-dialog.tsx'
import { call, pathOf, read, serverMessage } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { useSite } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { copyAddress } from '#client/ui/copy-text.ts'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import type { PartnerLink } from '#features/partner-links/contract.ts'
import { otherKey, unsourced } from '#features/funnel/rules.ts'

const partnerLinks = queryOptions({ ...read('GET /api/admin/partner-links'), staleTime: 0 })

/** Query for the `via` parameters by which people registered, each with its label. */
const guestLinks = queryOptions({
  queryKey: [pathOf('GET /api/admin/funnel'), 'via'],
  queryFn: async ({ signal }) => {
    const rows = await call('GET /api/admin/funnel', { query: { by: 'via' }, signal })
    const others: string[] = [...Object.values(unsourced), otherKey]
    return rows.filter(({ key }) => !others.includes(key))
  },
})

const headingId = 'partner-links-heading'

/** Renders the links that show partners and guests the numbers of the people who came by their links. */
export function PartnerLinks() {
  const query = useQuery(partnerLinks)
  const queryClient = useQueryClient()
  const [removing, setRemoving] = useState<PartnerLink>()
  // The choice of guests reads all registrations, so it is loaded on demand.
  const [isMaking, setIsMaking] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: partnerLinks.queryKey })
  return (
    <section aria-labelledby={headingId}>
      <Card className="min-w-0 p-4 sm:p-5">
        <h2 id={headingId} tabIndex={-1} className="text-subheading outline-none">
          Numbers for partners and guests
        </h2>
        <p className="mt-1.5 max-w-reading text-small text-muted">
          Share a page that shows how many people registered by a partner’s or guest’s link. Its
          numbers are rounded down to multiples of five and updated on Mondays.
        </p>
        <NotLoaded
          query={query}
          message="The links could not be loaded. Please try again."
          skeleton="mt-4 h-24"
        />
        {query.data && query.data.length > 0 && (
          <ul
            aria-label="Shared numbers"
            className="mt-4 divide-y divide-line border-y border-line"
          >
            {query.data.map((link) => (
              <LinkLine key={link.id} link={link} onRemove={() => setRemoving(link)} />
            ))}
          </ul>
        )}
        {isMaking ? (
          <NewLink links={query.data ?? []} onMade={refresh} />
        ) : (
          <Button variant="secondary" className="mt-4" onClick={() => setIsMaking(true)}>
            Share numbers
          </Button>
        )}
      </Card>
      {removing && (
        <RemoveLinkDialog
          link={removing}
          onRemoved={() => void refresh()}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </section>
  )
}

const endOf = ({ kind, key }: PartnerLink) => (kind === 'path' ? key : `?via=${key}`)
const nameOf = (link: PartnerLink) => link.label ?? endOf(link)

function LinkLine({ link, onRemove }: { link: PartnerLink; onRemove: () => void }) {
  const { origin } = useSite()
  const address = origin + link.path
  const name = nameOf(link)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <span className="wrap-anywhere">
        <a href={link.path} target="_blank" rel="noopener" className={textLinkStyle}>
          <bdi>{name}</bdi>
        </a>
        {link.label && <span className="block text-small text-muted">{endOf(link)}</span>}
      </span>
      <span className="flex flex-wrap gap-2.5">
        <Button
          variant="secondary"
          className="px-4! text-small!"
          aria-label={`Copy link for ${name}`}
          onClick={() => void copyAddress(address, address)}
        >
          Copy link
        </Button>
        <Button
          variant="secondary"
          className="px-4! text-small!"
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </span>
    </li>
  )
}

/** Focuses the field or message that replaces the pressed button. */
const focusFirst = (field: HTMLElement | null) => field?.focus()

type NewLinkProps = { links: PartnerLink[]; onMade: () => Promise<unknown> }

function NewLink({ links, onMade }: NewLinkProps) {
  const id = useId()
  const { partnerPaths } = useSite().site
  const guestQuery = useQuery(guestLinks)
  const guests = guestQuery.data ?? []
  const [chosen, setChosen] = useState('')
  const making = useMutation({
    mutationFn(choice: string) {
      const kind = choice.startsWith('/') ? 'path' : 'via'
      return call('POST /api/admin/partner-links', { body: { kind, key: choice } })
    },
    async onSuccess(link) {
      setChosen('')
      await onMade()
      showToast({ title: 'Link created', description: `Copy it and send it to ${nameOf(link)}.` })
    },
    onError: (error) =>
      showFailure(
        'Link not created',
        serverMessage(error) ?? 'Please check your connection and try again.',
      ),
  })
  const isFree = (kind: string, key: string) =>
    !links.some((link) => link.kind === kind && link.key === key)
  const paths = partnerPaths.filter(({ path }) => isFree('path', path))
  const freeGuests = guests.filter(({ key }) => isFree('via', key))
  if (guestQuery.isPending) return <Skeleton className="mt-4 h-16" />
  if (paths.length + freeGuests.length === 0) {
    return (
      <p ref={focusFirst} tabIndex={-1} className="mt-4 text-small text-muted outline-none">
        {links.length > 0
          ? 'Every partner and guest with a link has shared numbers.'
          : 'Partners appear here once they have a link under Website, guests once their link was opened.'}
      </p>
    )
  }
  function make(submit: FormEvent) {
    submit.preventDefault()
    if (chosen !== '' && !making.isPending) making.mutate(chosen)
  }
  return (
    <form onSubmit={make} className="mt-4 flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow basis-60">
        <label htmlFor={id} className="text-small font-semibold">
          Partner or guest
        </label>
        <select
          ref={focusFirst}
          id={id}
          required
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
          className="mt-1 block h-11 w-full rounded-md border border-line-strong bg-sunken px-3 text-small text-ink"
        >
          <option value="">Choose</option>
          {paths.length > 0 && (
            <optgroup label="Partners">
              {paths.map(({ path, partner }) => (
                <option key={path} value={path}>{`${partner} (${path})`}</option>
              ))}
            </optgroup>
          )}
          {freeGuests.length > 0 && (
            <optgroup label="Guests’ links">
              {freeGuests.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label ?? key}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </div>
      <Button type="submit" pending={making.isPending}>
        Create link
      </Button>
    </form>
  )
}

type RemoveLinkDialogProps = { link: PartnerLink; onRemoved: () => void; onClose: () => void }

function RemoveLinkDialog({ link, onRemoved, onClose }: RemoveLinkDialogProps) {
  const removal = useMutation({
    mutationFn: () => call('DELETE /api/admin/partner-links/:id', { params: { id: link.id } }),
    onSuccess() {
      onClose()
      showToast({ title: 'Link removed', description: 'Its page no longer shows numbers.' })
      // The pressed button is gone with its row, so move the focus to the heading.
      setTimeout(() => document.getElementById(headingId)?.focus())
    },
    onSettled: onRemoved,
  })
  return (
    <RemovalDialog
      title={`Remove the link for ${nameOf(link)}?`}
      label="Remove link"
      stay="Go back"
      {...{ removal, onClose }}
    >
      People with the link no longer see the numbers. A new link has another address.
    </RemovalDialog>
  )
}
