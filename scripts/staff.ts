import { isStaffRole, staffRoles } from '../src/domain/accounts/staff-role-names.ts'
import { grantRoleByCommand, readStaff, revokeRoleByCommand } from '../src/domain/accounts/staff-roles.ts'
import { isDomainError } from '../src/domain/shared/errors.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { StartError } from '../src/platform/start-error.ts'
import { runScript, withDatabase } from './run-script.ts'

const USAGE = `npm run staff -- grant EMAIL ROLE
npm run staff -- revoke EMAIL ROLE
npm run staff -- list
ROLE is one of ${staffRoles.map(({ role }) => role).join(', ')}.`

/** `npm run staff`: appoints the first admin, who appoints others on /admin/staff. */
await runScript(() => {
	const [verb = '', email = '', role = '', ...rest] = process.argv.slice(2)
	if (rest.length > 0) throw new StartError(USAGE)
	if (verb === 'list' && email === '') return withDatabase(async ({ db }) => print(await readStaff({ db })))
	if ((verb !== 'grant' && verb !== 'revoke') || !email.includes('@') || !isStaffRole(role)) throw new StartError(USAGE)
	return withDatabase(async ({ db }) => {
		await migrateToLatest(db)
		const ctx = { db, now: () => new Date() }
		try {
			await (verb === 'grant' ? grantRoleByCommand : revokeRoleByCommand)(ctx, { email, role })
		} catch (error) {
			if (isDomainError(error)) throw new StartError(`${sentence(error.detail)}${verb === 'grant' ? ' Sign up on the site first.' : ''}`)
			throw error
		}
		print(await readStaff({ db }))
	})
})

function sentence(detail: string): string {
	return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`
}

function print(staff: Awaited<ReturnType<typeof readStaff>>): void {
	if (staff.length === 0) console.log('Nobody has a role.')
	for (const { email, roles, hasSecondFactor } of staff)
		console.log(
			`${email ?? '(no address)'}  ${roles.join(', ')}${hasSecondFactor ? '' : '  (no second factor yet: set one up at /mypage/account)'}`,
		)
}
