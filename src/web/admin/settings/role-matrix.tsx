import { staffRoles } from '../../../domain/accounts/staff-role-names.ts'
import { WideTable } from '../../ui/wide-table.tsx'
import { sectionGroups } from '../sections.ts'

/** Which role opens which room, from what the navigation and the guards of the pages name. Admins open all. */
export function RoleMatrix() {
	return (
		<WideTable label="役割ごとに開けるページ">
			<thead>
				<tr>
					<th scope="col">ページ</th>
					{staffRoles.map(({ role, label }) => (
						<th key={role} scope="col">
							{label}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{sectionGroups.flatMap(({ sections }) =>
					sections.map(({ path, label, roles }) => (
						<tr key={path}>
							<th scope="row">{label}</th>
							{staffRoles.map(({ role }) => (
								<td key={role}>{role === 'admin' || roles.includes(role) ? '○' : '—'}</td>
							))}
						</tr>
					)),
				)}
			</tbody>
		</WideTable>
	)
}
