import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { instant, linkToken, requiredText, rowId, rowIdInPath } from '#kernel/fields.ts'
import { cleanMark, longestMark } from '#kernel/first-touch.ts'
import { partnerLinkKinds } from '#kernel/partner-link-kinds.ts'

/** API endpoints of links that show partners and guests the numbers of the people who came by their links. */

const partnerLink = z.object({
  id: rowId,
  kind: z.enum(partnerLinkKinds),
  /** The partner's path, such as `/acme`, or the `via` parameter of a guest's link. */
  key: z.string(),
  /** Name and role of the crew member whose own link has this key; absent for other keys, and once they were removed. */
  label: z.string().optional(),
  /** Path of the page with the numbers, `/partner-numbers/{token}`. */
  path: z.string(),
  createdAt: instant,
})
export type PartnerLink = z.output<typeof partnerLink>

export const listPartnerLinks = endpoint('GET /api/admin/partner-links', {
  access: 'editor',
  summary: 'Lists the links that show partners and guests their own numbers, newest first.',
  reply: z.array(partnerLink),
})

const newPartnerLink = z
  .object({
    kind: z.enum(partnerLinkKinds, `kind must be one of ${partnerLinkKinds.join(', ')}`),
    key: requiredText('Key', 'Choose a partner or a guest', longestMark),
  })
  .refine(
    ({ kind, key }) => (kind === 'path' ? /^\/[a-z0-9_-]+$/.test(key) : cleanMark(key) === key),
    {
      path: ['key'],
      error: 'The key must be the path of a partner such as /acme, or the via parameter of a link',
    },
  )

export const createPartnerLink = endpoint('POST /api/admin/partner-links', {
  access: 'editor',
  summary: 'Creates the link for a partner or guest, or returns the existing one.',
  body: newPartnerLink,
  reply: partnerLink,
})

export const removePartnerLink = endpoint('DELETE /api/admin/partner-links/:id', {
  access: 'editor',
  summary: 'Removes such a link, which stops working immediately.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_partner_link'],
  reply: z.object({ id: rowId }),
})

const partnerNumbers = z.object({
  kind: z.enum(partnerLinkKinds),
  key: z.string(),
  /** The Monday before which everything counts. */
  countedUntil: z.iso.date(),
  /** Page views of the partner's path or by the guest's link. All numbers are rounded down to multiples of five. */
  views: z.int(),
  /** Events with at least five such registrations, newest first. */
  events: z.array(
    z.object({
      title: z.string(),
      /** Date and time of the event in the display zone; null without a date. */
      when: z.string().nullable(),
      registered: z.int(),
      /** Null while the attendance is not known. */
      attended: z.int().nullable(),
    }),
  ),
})
export type PartnerNumbers = z.output<typeof partnerNumbers>

export const readPartnerNumbers = endpoint('GET /api/partner-numbers/:token', {
  access: 'public',
  summary: 'Returns the numbers behind the link of a partner or guest.',
  params: z.object({ token: linkToken }),
  refusals: ['unknown_link'],
  reply: partnerNumbers,
})
