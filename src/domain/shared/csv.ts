/**
 * One line of a CSV file, without its end. All cells are quoted; text that a spreadsheet would take for a formula begins with a
 * blank.
 */
export const csvLine = (cells: readonly (string | number)[]): string => cells.map(quote).join(',')

const quote = (cell: string | number): string =>
	`"${(typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? ` ${cell}` : `${cell}`).replaceAll('"', '""')}"`
