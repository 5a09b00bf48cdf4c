import { openOffice } from '../../../domain/memberships/office-access.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { officeEditPath, officeEmbedPath, ownOfficesPath } from '../../../domain/shared/links.ts'
import { withCtx } from '../../context.ts'
import formStyles from '../../forms/form.module.css'
import { Head } from '../../layout/head.tsx'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Link } from '../../ui/link.tsx'
import pageStyles from '../editing/offices.module.css'
import type { Route } from './+types/office-embed.page'
import { CodeToCopy } from './code-to-copy.tsx'
import { BADGE_SIZE, badgePath, embedCodesOf, widgetPath } from './embed-code.ts'
import styles from './office-embed.module.css'

export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const { id, name, state } = await openOffice(ctx, parseId(params.id), 'read')
	return {
		office: { id, name },
		isPublished: state === 'published',
		codes: embedCodesOf({ id, name }, ctx.site),
		badge: { path: badgePath(id), ...BADGE_SIZE },
		widget: widgetPath(id),
	}
})

export default function OfficeEmbedPage({ loaderData: { office, isPublished, codes, badge, widget } }: Route.ComponentProps) {
	return (
		<>
			<Head
				title={`${office.name}をご自分のサイトに載せる`}
				description="事務所のサイトに貼るリンク、バッジ、相談窓口の枠のHTMLです。"
				path={officeEmbedPath(office.id)}
				noindex
			/>
			<Breadcrumbs
				crumbs={[
					{ label: '事務所', path: ownOfficesPath() },
					{ label: `${office.name}の編集`, path: officeEditPath(office.id) },
					{ label: 'ご自分のサイトに載せる', path: officeEmbedPath(office.id) },
				]}
			/>
			<div className={pageStyles.page}>
				<h1>ご自分のサイトに載せる</h1>
				<p>
					{`事務所のサイトやブログから、${office.name}のページへ案内できます。お好きなものをコピーして、載せたい場所のHTMLに貼り付けてください。どれもスクリプトとCookieを使いません。`}
				</p>
				{!isPublished && (
					<p className={formStyles.warning} role="status">
						事務所のページが公開されていないため、いま貼り付けてもバッジと相談窓口の枠には何も表示されません。公開すると、そのまま表示されるようになります。
						<Link to={officeEditPath(office.id)}>公開の準備に戻る</Link>
					</p>
				)}
				<section className={pageStyles.section} aria-labelledby="embed-badge">
					<h2 id="embed-badge">バッジ</h2>
					<p>事務所の名前と所在地が入った画像です。押すと事務所のページが開きます。</p>
					{isPublished && (
						<img className={styles.badge} src={badge.path} width={badge.width} height={badge.height} alt={`${office.name}のバッジの見本`} />
					)}
					<CodeToCopy id="code-badge" label="バッジのHTML" code={codes.badge} />
				</section>
				<section className={pageStyles.section} aria-labelledby="embed-widget">
					<h2 id="embed-widget">相談窓口の枠</h2>
					<p>
						資格、受付の状態、初回相談などの今の内容を、1時間以内に自動で映します。口コミと評価は入りません（事務所のサイトでは広告にあたり、士業の規則で制限されることがあるためです）。
					</p>
					{isPublished && (
						<p>
							<a className="tap" href={widget} target="_blank" rel="noopener">
								表示を確かめる（新しいタブ）
							</a>
						</p>
					)}
					<CodeToCopy id="code-widget" label="相談窓口の枠のHTML" code={codes.widget} />
				</section>
				<section className={pageStyles.section} aria-labelledby="embed-link">
					<h2 id="embed-link">文字のリンク</h2>
					<p>画像や枠を貼れないサイトでは、こちらをお使いください。</p>
					<CodeToCopy id="code-link" label="リンクのHTML" code={codes.link} />
				</section>
			</div>
		</>
	)
}
