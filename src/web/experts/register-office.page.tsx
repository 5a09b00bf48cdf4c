import { z } from 'zod'
import { redirect } from 'react-router'
import { officeSchema } from '../../domain/experts/registration-schemas.ts'
import { idField } from '../forms/form-fields.server.ts'
import { findOfficesToJoin, requestToJoin, withdrawJoinRequest } from '../../domain/experts/office-joining.ts'
import { findOfficePlace } from '../../domain/geography/postal-places.ts'
import { findOwnDraftOffice, saveOffice } from '../../domain/experts/registration-office.ts'
import { claimPath, officePath, registrationPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { formStateFor, textIn } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import { InputField } from '../forms/field.tsx'
import type { Route } from './+types/register-office.page'
import { OfficeForm } from './office-fields.tsx'
import { feeFields, officeValues, readOffice } from './office-form.server.ts'
import { openRegistration } from './own-registration.server.ts'
import textButton from '../ui/text-button.module.css'
import formPage from '../ui/form-page.module.css'
import { nextAfter, nothingDone, Steps } from './steps.tsx'

import styles from './registration.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const registration = await openRegistration(ctx)
	const search = new URL(request.url).searchParams
	const typedCode = search.get('postalCode')
	const q = (search.get('q') ?? '').slice(0, 80)
	const own = await findOwnDraftOffice(ctx)
	const postalCode = typedCode ?? own?.postalCode ?? ''
	const [place, fees, found] = await Promise.all([
		postalCode === '' ? null : findOfficePlace(ctx, postalCode),
		feeFields(ctx, registration?.profile.taskIds ?? []),
		q === '' ? [] : findOfficesToJoin(ctx, q),
	])
	return {
		done: registration?.done ?? nothingDone,
		memberships: (registration?.offices ?? []).filter(({ state }) => state !== 'draft'),
		requests: registration?.joinRequests ?? [],
		claims: registration?.claims ?? [],
		postalCode,
		isUnknownCode: typedCode !== null && place === null,
		place,
		values: own ? officeValues(own) : {},
		fees,
		q,
		found,
		csrfToken: formToken(context, request),
	}
})

const joinFields = z.object({ officeId: idField })

export const action = pageAction({
	office: {
		input: officeSchema,
		read: readOffice,
		async run(ctx, office) {
			await saveOffice(ctx, office)
			return redirect(nextAfter('office'), 303)
		},
	},
	join: {
		input: joinFields,
		async run(ctx, { officeId }) {
			await requestToJoin(ctx, officeId)
			return redirect(registrationPath('office'), 303)
		},
	},
	withdraw: {
		input: joinFields,
		async run(ctx, { officeId }) {
			await withdrawJoinRequest(ctx, officeId)
			return redirect(registrationPath('office'), 303)
		},
	},
})

type Data = Route.ComponentProps['loaderData']

export default function OfficePage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { done, place, values, fees, csrfToken } = loaderData
	const fault = formStateFor(formState, 'office')
	return (
		<>
			<Head title="事務所の登録" description="専門家登録の申請で、事務所を登録します。" path={registrationPath('office')} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: '専門家として登録する', path: registrationPath() },
					{ label: '事務所', path: registrationPath('office') },
				]}
			/>
			<div className={formPage.page}>
				<h1>事務所</h1>
				<ErrorSummary formState={formStateFor(formState, '')} />
				<Steps current="office" done={done} />
				<Joined data={loaderData} />
				<section className={styles.section} aria-labelledby="new-office">
					<h2 id="new-office">事務所を登録する</h2>
					<PostalCode data={loaderData} typed={textIn(fault?.values, 'postalCode')} />
					{place && fees.length === 0 && (
						<p className={styles.notice}>
							<span>
								先に<Link to={registrationPath('profile')}>プロフィール</Link>で、相談を受ける業務を選んでください。
							</span>
						</p>
					)}
					{place && fees.length > 0 && <OfficeForm place={place} values={values} formState={fault} fees={fees} csrfToken={csrfToken} />}
					{!place && <ErrorSummary formState={fault} />}
				</section>
				<Joining data={loaderData} />
				<ErrorSummary formState={formStateFor(formState, 'join')} />
				{done.office && (
					<p>
						<Link className="button" data-kind="quiet" to={nextAfter('office')}>
							同意事項へ進む
						</Link>
					</p>
				)}
			</div>
		</>
	)
}

/** The place first: municipalities and stations of the form below follow from it, also without a script. */
function PostalCode({ data: { postalCode, isUnknownCode, place }, typed }: { data: Data; typed: string | undefined }) {
	const error = isUnknownCode ? 'この郵便番号は見つかりません。7桁の番号を確認してください。' : undefined
	return (
		<form method="get" className={styles.search}>
			<InputField
				id="postalCode"
				label="事務所の郵便番号"
				hint={place ? undefined : '住所が決まると、名前や料金の入力欄が続きます。'}
				error={error}
				inputMode="numeric"
				autoComplete="postal-code"
				maxLength={10}
				defaultValue={typed ?? postalCode}
			/>
			<button type="submit" className="button" data-kind="quiet">
				住所を調べる
			</button>
		</form>
	)
}

function Joined({ data: { memberships, requests, claims, csrfToken } }: { data: Data }) {
	if (memberships.length === 0 && requests.length === 0 && claims.length === 0) return null
	return (
		<ul className={styles.found}>
			{memberships.map(({ id, name }) => (
				<li key={id}>
					<span>
						<Link to={officePath(id)}>{name}</Link>
						<small>参加しています</small>
					</span>
				</li>
			))}
			{claims.map(({ officeId, name }) => (
				<li key={`claim-${officeId}`}>
					<span>
						{name}
						<small>代表者としての申し出の確認が済みました。資格の審査が終わると、代表者になります。</small>
					</span>
				</li>
			))}
			{requests.map(({ officeId, name, isDeclined }) => (
				<li key={officeId}>
					<span>
						<Link to={officePath(officeId)}>{name}</Link>
						<small>{isDeclined ? '参加は承認されませんでした' : '参加を申請中です。事務所の代表者の承認を待っています。'}</small>
					</span>
					{!isDeclined && (
						<form method="post">
							<HiddenFields csrfToken={csrfToken} intent="withdraw" />
							<input type="hidden" name="officeId" value={officeId} />
							<button type="submit" className={textButton.button} aria-label={`${name}への申請を取り下げる`}>
								取り下げる
							</button>
						</form>
					)}
				</li>
			))}
		</ul>
	)
}

function Joining({ data: { q, found, csrfToken } }: { data: Data }) {
	return (
		<section className={styles.section} aria-labelledby="join">
			<h2 id="join">登録済みの事務所に参加する</h2>
			<p className={styles.lead}>
				勤めている事務所が登録されていれば、参加を申請できます。代表者が承認すると、事務所のページにお名前が載ります。
			</p>
			<p>
				代表者の方で、すでに掲載されているか案内が届いた事務所は、
				<Link to={claimPath()}>法人番号・インボイス登録番号で探せます</Link>。
			</p>
			<form method="get" className={styles.search}>
				<InputField id="q" label="事務所の名前" hint="先頭の2文字以上" type="search" autoComplete="off" defaultValue={q} />
				<button type="submit" className="button" data-kind="quiet">
					探す
				</button>
			</form>
			{q !== '' && found.length === 0 && <p>この名前で始まる事務所は見つかりませんでした。</p>}
			<ul className={styles.found}>
				{found.map(({ id, name, detail }) => (
					<li key={id}>
						<span>
							{name}
							<small>{detail}</small>
						</span>
						<form method="post">
							<HiddenFields csrfToken={csrfToken} intent="join" />
							<input type="hidden" name="officeId" value={id} />
							<button type="submit" className="button" data-kind="quiet" aria-label={`${name}への参加を申請する`}>
								参加を申請する
							</button>
						</form>
					</li>
				))}
			</ul>
		</section>
	)
}
