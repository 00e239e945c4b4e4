/** Columns of the dashboard's tables. Each table can be sorted by each of its columns. */
export const tableColumns = {
  registrations: ['Name', 'Email', 'Company', 'Job Title', 'Interests', 'Updates', 'Date'],
  eventRegistrations: ['Name', 'Email', 'Event', 'Company', 'Job Title', 'Type', 'Date'],
  videoAccess: ['Name', 'Email', 'Company', 'Job Title', 'Event Interest', 'Date'],
  memberAccess: [
    'Name',
    'Email',
    'Company',
    'Status',
    'Last Access',
    'Video Watches',
    'Total Visits',
  ],
} as const

/** Rows per page of a dashboard table: `rows` on the screen, `mostRows` for the download of a whole table. */
export const tablePage = { rows: 50, mostRows: 2000 }
