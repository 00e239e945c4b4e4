/** After so many hours without a good copy the desk warns. Specification, "Copies of the database". */
export const overdueHours = 48
