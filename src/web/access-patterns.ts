import { patternsOf } from './page-table.ts'
import { table } from './routes.ts'

/** The guards' part of the URL table. Files for the browser hold these patterns alone (vite.config.ts). */
export const accessPatterns = {
	/** `*` stands for any rest. */
	guarded: patternsOf(table, ({ access }) => access === 'members' || access === 'staff'),
	visitors: patternsOf(table, ({ access }) => access === 'visitors'),
	keepsTyping: patternsOf(table, ({ keepsTyping = false }) => keepsTyping),
}
