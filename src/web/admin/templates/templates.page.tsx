import { listTemplates } from '../../../domain/operations/templates/template-admin.ts'
import { type TemplateState, templateStateLabels } from '../../../domain/operations/templates/template-states.ts'
import { staffTemplatePath, staffTemplatesPath } from '../../../domain/shared/links.ts'
import { Head } from '../../layout/head.tsx'
import { shortLine } from '../../../domain/shared/text-input.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import stack from '../../ui/stack.module.css'
import { TextFilter } from '../text-filter.tsx'
import styles from '../admin.module.css'
import type { Route } from './+types/templates.page'

/** Every mail, sentence and reason whose words can be edited. */
export const loader = staffLoader(['support'], 'routine', async (ctx, { request }: Route.LoaderArgs) => {
	const words = shortLine(new URL(request.url).searchParams.get('q') ?? '', 60)
	return { words, groups: await listTemplates(ctx, words) }
})

/** How many there are, and what staff have done with them. */
function countsOf(templates: readonly { state: TemplateState }[]): string {
	const edited = templates.filter(({ state }) => state !== 'default').length
	return [`${templates.length}件`, edited > 0 && `変更あり${edited}件`].filter(Boolean).join('・')
}

const needsLook = (state: TemplateState) => state === 'conflict' || state === 'fallback'

export default function TemplatesPage({ loaderData: { groups, words } }: Route.ComponentProps) {
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
			<TextFilter label="文の名前と言葉" words={words} />
			{words !== '' && groups.length === 0 && <p className={styles.empty}>{`「${words}」を含む文はありません。`}</p>}
			{groups.map(({ label, templates }) => (
				<details key={label} className={styles.section} open={words !== '' || templates.some(({ state }) => needsLook(state))}>
					<summary>
						<strong>{label}</strong> <span className={styles.quiet}>{countsOf(templates)}</span>
					</summary>
					<ul className={stack.ruled}>
						{templates.map(({ key, label: name, state }) => (
							<li key={key} className={stack.entry}>
								<Link to={staffTemplatePath(key)}>{name}</Link>
								{state !== 'default' && <span className={needsLook(state) ? styles.late : styles.quiet}>{templateStateLabels[state]}</span>}
							</li>
						))}
					</ul>
				</details>
			))}
		</>
	)
}
