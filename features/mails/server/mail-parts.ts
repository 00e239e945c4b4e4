import type { BodyPlaceholder } from '#kernel/mail-body.ts'
import type { WrittenBlock } from '#kernel/written-text.ts'

/** The texts of one notification. A mail may contain several notifications. */
export type Words = {
  /** Default subject; an organiser may change it. */
  subject: string
  /** Placed before the subject, also before an organiser's own one, such as the new date of an event. */
  subjectFact?: string
  preview: string
  parts: (MailPart | Opening)[]
  reason: string
  /** True if the text contains its own greeting, or is an organiser's own body. */
  greetsItself?: true
}

/** The first paragraph. Organisers can replace the text `opening`; the sentence `fact` always follows. */
export type Opening = { opening: string; fact?: string }

/**
 * A part of a mail; HTML and plain text are both rendered from the parts. `placeholder` inserts the part into an
 * organiser's own body, if it is not the usual one of `placeholderOf`.
 */
export type MailPart = { placeholder?: BodyPlaceholder } &
  /**
   * A heading, such as the title of an event, that links to `address`. `says` is a short line above it about the
   * purpose of the mail.
   */
  (
    | { heading: string; says?: string; address?: string }
    | { text: string }
    /** A list of names and values, such as time and guest of the event, followed by a link in small print. */
    | { facts: [name: string, value: string][]; link?: { label: string; address: string } }
    | { button: string; address: string; isQuiet?: boolean }
    /** A note in small print about the part above it. */
    | { note: string }
    /** Text that an administrator wrote, as blocks. */
    | { written: WrittenBlock[] }
  )
