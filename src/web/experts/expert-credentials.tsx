import { getPrefecture } from '../../domain/geography/prefectures.ts'
import { dateText, isoDay, monthText } from '../../domain/shared/japan-time.ts'
import type { Route } from './+types/expert.page'
import { CredentialItems } from './credential-items.tsx'
import styles from './expert.module.css'

type Expert = Route.ComponentProps['loaderData']['expert']

/** Credentials with registration numbers that can be looked up. */
export function Credentials({ expert }: { expert: Expert }) {
	return (
		<section className={styles.section} aria-labelledby="credentials">
			<h2 id="credentials">資格と登録</h2>
			<ul className={styles.credentials}>
				<CredentialItems credentials={expert.credentials} subQualifications={expert.subQualifications} />
			</ul>
			<p className={styles.quiet}>
				{expert.offices.some(({ isDemo }) => isDemo)
					? 'デモ用の架空の登録番号です。実際の掲載では、登録番号と資格証を運営が確認します。'
					: `登録番号と資格証は掲載の前に運営が確認しました（${dateText(isoDay(expert.verifiedAt))}）。`}
				最新の登録は、各士業の会が公開している名簿で確かめられます。
			</p>
			<ExpertFacts expert={expert} />
		</section>
	)
}

function ExpertFacts({ expert }: { expert: Expert }) {
	return (
		<dl className={styles.facts}>
			{expert.practisingSince && (
				<div>
					<dt>実務の開始</dt>
					<dd>{monthText(expert.practisingSince)}</dd>
				</div>
			)}
			{expert.languages.length > 0 && (
				<div>
					<dt>対応言語</dt>
					<dd>{expert.languages.join('、')}</dd>
				</div>
			)}
			{expert.areaIds.length > 0 && (
				<div>
					<dt>対応する地域</dt>
					<dd>{expert.areaIds.length === 47 ? '全国' : expert.areaIds.map((id) => getPrefecture(id).name).join('、')}</dd>
				</div>
			)}
			{expert.website && (
				<div>
					<dt>ウェブサイト</dt>
					<dd>
						<a href={expert.website} rel="noopener nofollow" target="_blank">
							本人のサイト（外部サイト）
						</a>
					</dd>
				</div>
			)}
			{expert.links.map((link) => (
				<div key={link}>
					<dt>リンク</dt>
					<dd>
						<a href={link} rel="noopener nofollow ugc" target="_blank">
							{`${new URL(link).hostname}（外部サイト）`}
						</a>
					</dd>
				</div>
			))}
			<div>
				<dt>情報の更新</dt>
				<dd>{dateText(isoDay(expert.updatedAt))}</dd>
			</div>
		</dl>
	)
}
