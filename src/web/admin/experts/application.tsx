import { officePath } from '../../../domain/shared/links.ts'
import { dateText, monthText } from '../../../domain/shared/japan-time.ts'
import { Link } from '../../ui/link.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import type { Route } from './+types/expert.page'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import { FactHistory } from './fact-history.tsx'
import { ProofPages } from './proof-pages.tsx'
import { RegisterLink } from './register-link.tsx'

type Data = Route.ComponentProps['loaderData']['application']

/** Everything that a decision needs, on one page. */
export function Application({ application }: { application: Data }) {
	const { credentials, registers, profile, account, office, joinRequests } = application
	const shownOffices = application.offices.filter(({ state }) => state === 'published')
	return (
		<>
			<section className={styles.section} aria-labelledby="credentials">
				<h2 id="credentials">資格</h2>
				{credentials.map((one) => (
					<div key={one.id} className={styles.body}>
						<h3>{one.professionName}</h3>
						<Facts
							facts={[
								['登録番号', one.registrationNumber],
								['所属する会', one.association],
								['登録した日', one.registeredOn === null ? '（入力なし）' : dateText(one.registeredOn)],
							]}
						/>
						<RegisterLink register={registers[one.professionId] ?? null} number={one.registrationNumber} />
						{one.isUnusual && <p className={styles.warn}>この資格の登録番号としては、あまり見ない形です。</p>}
						{one.isTaken && <p className={styles.warn}>同じ番号の申請がほかにあります。</p>}
						<ProofPages of={one.professionName} proofs={one.proofs} />
						{one.proofs.length === 0 && application.state === 'submitted' && (
							<p className={styles.warn}>証明書類が提出されていないため、確認済みにはできません。</p>
						)}
						{one.proofs.length === 0 && application.state !== 'submitted' && <p className={styles.quiet}>書類はありません。</p>}
					</div>
				))}
				{credentials.some(({ proofs }) => proofs.length > 0) && (
					<p className={styles.quiet}>
						書類のページを表示したり開いたりすると、1ページごとに操作の記録に残ります。ページを選ぶと大きく表示されます。
					</p>
				)}
			</section>
			<FactHistory checks={application.factChecks} />
			<section className={styles.section} aria-labelledby="person">
				<h2 id="person">本人</h2>
				<Facts
					facts={[
						['表示する名前', `${profile.displayName}（${profile.kana}）`],
						['アカウントの名前', account.name === '' ? '（入力なし）' : account.name],
						['メールアドレス', account.email ?? '（なし）'],
						['会員登録', account.createdAt],
						['ひとこと', profile.headline],
						['実務の開始', profile.practisingSince ? monthText(profile.practisingSince) : '（入力なし）'],
						['言語', profile.languages.join('、')],
						['業務', application.taskNames.join('、')],
						['地域', application.areaNames.join('、')],
						['リンク', profile.links.length === 0 ? '（なし）' : profile.links.join(' ')],
					]}
				/>
				<h3>経歴と仕事への考え</h3>
				{profile.biography.map((paragraph) => (
					<p key={paragraph}>{paragraph}</p>
				))}
				{profile.portrait !== null && <img src={`/media/${profile.portrait}`} width="160" height="160" alt="登録された写真" />}
			</section>
			<section className={styles.section} aria-labelledby="office">
				<h2 id="office">事務所</h2>
				{office && (
					<Facts
						facts={[
							['名前', `${office.name}（${office.kana}）`],
							['所在地', `〒${(office.postalCode ?? '').replace(/^(\d{3})(\d{4})$/, '$1-$2')} ${office.place}`],
							['電話番号', office.phone ?? ''],
							['法人番号', office.corporateNumber ?? '（なし）'],
							['インボイス', office.invoiceNumber ?? '（なし）'],
						]}
					/>
				)}
				{!office && shownOffices.length + joinRequests.length === 0 && <p className={styles.quiet}>（なし）</p>}
				{shownOffices.length + joinRequests.length > 0 && (
					<ul className={`${stack.rows} ${styles.list}`}>
						{shownOffices.map(({ id, name }) => (
							<li key={id}>
								<Link to={officePath(id)}>{name}</Link>
							</li>
						))}
						{joinRequests.map(({ officeId, name, isDeclined }) => (
							<li key={officeId}>{`「${name}」への参加を${isDeclined ? '申請したが承認されなかった' : '申請中'}`}</li>
						))}
					</ul>
				)}
			</section>
			<section className={styles.section} aria-labelledby="consents">
				<h2 id="consents">同意</h2>
				{application.consents.length === 0 && <p className={styles.quiet}>（記録なし）</p>}
				<ul className={application.consents.length === 0 ? undefined : `${stack.rows} ${styles.list}`}>
					{application.consents.map(({ label, textVersion, isCurrent, consented }) => (
						<li key={`${label}${textVersion}`}>
							{label}
							<span className={styles.quiet}>{`${consented}・${textVersion}版${isCurrent ? '' : '（古い版）'}`}</span>
						</li>
					))}
				</ul>
			</section>
		</>
	)
}

export function Facts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
	return <FactList rows={facts.map(([label, value]) => ({ label, value }))} />
}
