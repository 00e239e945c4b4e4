/** The columns of the dashboard's tables, by which each can be sorted. */
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

/** Rows of a table in one page: as shown, and at most, for a file of them all. */
export const tablePage = { rows: 50, mostRows: 2000 }
