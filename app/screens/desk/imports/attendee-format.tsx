/** How a list of attendees is written; what is read: read-attendees.ts. Specification, "Imports and export". */
export function AttendeeFormat() {
  return (
    <section aria-labelledby="csv-format" className="text-small">
      <h2 id="csv-format" className="text-subheading">
        CSV format
      </h2>
      <p className="mt-2">One person per line:</p>
      <p className="mt-1.5 font-mono text-caption text-glow">
        First Name, Last Name, Email, Event (optional), Company (optional), Job Title (optional)
      </p>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 text-muted">
        <li>
          Event is a title or an ID from the list below. Left empty or <code>null</code>, the person
          gets video access only.
        </li>
        <li>Commas, semicolons or tabs; a header row may stand first, its columns in any order.</li>
        <li>Known people are updated; the same file again imports nobody twice.</li>
        <li>No mail is sent by the import itself.</li>
      </ul>
    </section>
  )
}
