import { listTemplates } from '../../../domain/operations/templates/template-admin.ts'
import { type TemplateState, templateStateLabels } from '../../../domain/operations/templates/template-states.ts'
import { staffTemplatePath, staffTemplatesPath } from '../../../domain/shared/links.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import type { Route } from './+types/templates.page'

/** Every mail, sentence and reason whose words can be edited. */
export const loader = staffLoader(['support'], 'routine', async (ctx) => ({ groups: await listTemplates(ctx) }))

const needsLook = (state: TemplateState) => state === 'conflict' || state === 'fallback'

export default function TemplatesPage({ loaderData: { groups } }: Route.ComponentProps) {
	return (
		<>
			<Head
				title="メールとサイトの文"
				description="サイトが送るメール、お知らせの文、審査の文例を変えます。"
				path={staffTemplatesPath()}
				noindex
			/>
			<h1>メールとサイトの文</h1>
			<p className={styles.quiet}>
				変えた文は、次のメールとお知らせから使います。「サイト内の文」はお知らせの一覧に、「文例」は審査と対応の作業台に出ます。督促のメールは「請求」の「督促」で変えます。標準の文が新しい版のサイトで変わったときは、変えていない部分だけが新しくなり、両方で変わった部分には印が付きます。
			</p>
			{groups.map(({ label, templates }) => (
				<section key={label} className={styles.section} aria-labelledby={`group-${label}`}>
					<h2 id={`group-${label}`}>{label}</h2>
					<ul className={stack.ruled}>
						{templates.map(({ key, label: name, state }) => (
							<li key={key} className={stack.entry}>
								<Link to={staffTemplatePath(key)}>{name}</Link>
								{state !== 'default' && <span className={needsLook(state) ? styles.late : styles.quiet}>{templateStateLabels[state]}</span>}
							</li>
						))}
					</ul>
				</section>
			))}
		</>
	)
}
