import { z } from 'zod'
import { redirect } from 'react-router'
import { textField } from '../forms/form-fields.server.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { grantRole, listStaff, revokeRole } from '../../domain/accounts/staff-roles.ts'
import { isStaffRole, staffRoleLabel, staffRoles } from '../../domain/accounts/staff-role-names.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { Head } from '../layout/head.tsx'
import { type FormState, textIn } from '../forms/form-state.ts'
import { formToken } from '../session/form-token.server.ts'
import { FactList } from '../ui/fact-list.tsx'
import type { Route } from './+types/staff.page'
import stack from '../ui/stack.module.css'
import { DoneNote } from './done-note.tsx'
import { RoleMatrix } from './settings/role-matrix.tsx'
import { staffAction } from '../forms/page-action.server.ts'
import { staffLoader } from '../session/staff-page.server.ts'

import styles from './admin.module.css'

export const loader = staffLoader(['admin'], 'personal-data', async (ctx, { context, request }: Route.LoaderArgs) => ({
	done: new URL(request.url).searchParams.get('done'),
	staff: (await listStaff(ctx)).map(({ lastLoginAt, ...one }) => ({ ...one, lastLogin: lastLoginAt && momentText(lastLoginAt) })),
	csrfToken: formToken(context, request),
}))

const roleFields = z.object({
	email: textField.transform((typed) => typed.trim()),
	role: z.string().refine(isStaffRole, '役割を選んでください。'),
})

export const action = staffAction(['admin'], 'grant', {
	grant: {
		input: roleFields,
		async run(ctx, change) {
			await grantRole(ctx, change)
			return redirect('/admin/staff?done=given', 303)
		},
	},
	revoke: {
		input: roleFields,
		async run(ctx, change) {
			await revokeRole(ctx, change)
			return redirect('/admin/staff?done=taken', 303)
		},
	},
})

export default function StaffPage({ loaderData: { done, staff, csrfToken }, actionData: formState }: Route.ComponentProps) {
	return (
		<>
			<Head title="スタッフ" description="スタッフの役割を決めます。" path="/admin/staff" noindex />
			<h1>スタッフ</h1>
			{!formState && <DoneNote done={done} />}
			{formState && (
				<div className={styles.failure} role="alert">
					{Object.values(formState.fields).map((sentence) => (
						<p key={sentence}>{sentence}</p>
					))}
				</div>
			)}
			<StaffList staff={staff} csrfToken={csrfToken} />
			<section className={styles.section}>
				<h2>役割を加える</h2>
				<GrantForm formState={formState} csrfToken={csrfToken} />
				<FactList rows={staffRoles.map(({ label, duty }) => ({ label, value: duty }))} />
			</section>
			<section className={styles.section}>
				<h2>役割ごとに開けるページ</h2>
				<RoleMatrix />
			</section>
		</>
	)
}

type Staff = Route.ComponentProps['loaderData']

function StaffList({ staff, csrfToken }: Pick<Staff, 'staff' | 'csrfToken'>) {
	return (
		<ul className={`${stack.rows} ${styles.list}`}>
			{staff.map(({ userId, name, email, roles, hasSecondFactor, lastLogin }) => (
				<li key={userId}>
					<div className={styles.line}>
						<strong>{name === '' ? '（名前なし）' : name}</strong>
						<span>{email}</span>
						<span className={styles.quiet}>{lastLogin === null ? 'まだログインしていません' : `最後のログイン ${lastLogin}`}</span>
					</div>
					{!hasSecondFactor && <p className={styles.quiet}>二段階認証がまだないため、役割を使えません。</p>}
					<ul className={styles.roles}>
						{roles.map((role) => (
							<li key={role}>
								<form method="post">
									<HiddenFields csrfToken={csrfToken} intent="revoke" />
									<input type="hidden" name="email" value={email ?? ''} />
									<input type="hidden" name="role" value={role} />
									<span>{staffRoleLabel(role)}</span>
									<button type="submit" className={styles.small} aria-label={`${email}から「${staffRoleLabel(role)}」を外す`}>
										外す
									</button>
								</form>
							</li>
						))}
					</ul>
				</li>
			))}
		</ul>
	)
}

function GrantForm({ formState, csrfToken }: { formState: FormState | undefined; csrfToken: string }) {
	return (
		<form method="post" className={styles.form} noValidate>
			<HiddenFields csrfToken={csrfToken} intent="grant" />
			<label>
				メールアドレス
				<input
					type="email"
					name="email"
					className={styles.input}
					autoComplete="off"
					aria-invalid={formState?.fields['email'] ? true : undefined}
					defaultValue={textIn(formState?.values, 'email')}
				/>
			</label>
			<label>
				役割
				<select name="role" className={styles.input} defaultValue={textIn(formState?.values, 'role') ?? 'reviewer'}>
					{staffRoles.map(({ role, label }) => (
						<option key={role} value={role}>
							{label}
						</option>
					))}
				</select>
			</label>
			<button type="submit" className="button">
				加える
			</button>
		</form>
	)
}
