/**
 * Form fields that the edit-conflict dialog compares, displays and merges as a unit, such as a date with its
 * times.
 */
export type DraftPart<Draft> = {
  /** Label of this group of fields in the edit-conflict dialog; unique within a form. */
  label: string
  show: (draft: Draft) => string
  isSame: (one: Draft, other: Draft) => boolean
  /** Returns a copy of the draft `into`, with the values of this part's fields taken from the draft `from`. */
  take: (from: Draft, into: Draft) => Draft
}

export type Difference = {
  label: string
  before: string
  theirs: string
  /** This administrator's value if it conflicts with the other administrator's; otherwise undefined. */
  mine: string | undefined
}

export type ThreeDrafts<Draft> = { before: Draft; theirs: Draft; mine: Draft }

/**
 * Returns the fields that another administrator changed since the form was opened, with both administrators'
 * values.
 */
export function compareDrafts<Draft>(
  { before, theirs, mine }: ThreeDrafts<Draft>,
  parts: DraftPart<Draft>[],
) {
  return parts
    .filter((part) => !part.isSame(before, theirs))
    .map((part): Difference => {
      const isMine = !part.isSame(before, mine) && !part.isSame(theirs, mine)
      return {
        label: part.label,
        before: part.show(before),
        theirs: part.show(theirs),
        mine: isMine ? part.show(mine) : undefined,
      }
    })
}

/**
 * Merges the drafts of two administrators who edited the same form. The result is the other administrator's
 * draft, with this administrator's value of each field that only they changed or for which `keepsMine` returns
 * true.
 */
export function mergeDrafts<Draft>(
  { before, theirs, mine }: ThreeDrafts<Draft>,
  parts: DraftPart<Draft>[],
  keepsMine: (label: string) => boolean,
): Draft {
  return parts
    .filter(
      (part) =>
        !part.isSame(before, mine) && (part.isSame(before, theirs) || keepsMine(part.label)),
    )
    .reduce((merged, part) => part.take(mine, merged), theirs)
}
