import { redirect } from 'react-router'
import { z } from 'zod'
import { endpointSchema } from '../../domain/developers/schemas.ts'
import { type WebhookKind, webhookKindLabels, webhookKinds } from '../../domain/developers/webhook-kinds.ts'
import {
	enableEndpoint,
	getEndpoint,
	listDeliveries,
	removeEndpoint,
	replayDelivery,
	sendTestEvent,
	setEndpointKinds,
	type WebhookEndpoint,
} from '../../domain/developers/webhooks.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { ownDevelopersPath, webhookPath, webhookSecretPath } from '../../domain/shared/links.ts'
import { clientKeySchema } from '../../domain/shared/schemas.ts'
import { withCtx } from '../context.ts'
import { momentOf } from '../format/moment.ts'
import { Choices } from '../forms/choices.tsx'
import { newClientKey } from '../forms/client-key.server.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { FieldGroup } from '../forms/field.tsx'
import { noFields, targetFields, textsField } from '../forms/form-fields.server.ts'
import { type FormState, formStateFor } from '../forms/form-state.ts'
import formStyles from '../forms/form.module.css'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Moment } from '../ui/day.tsx'
import { FactList } from '../ui/fact-list.tsx'
import { Link } from '../ui/link.tsx'
import notice from '../ui/notice.module.css'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/webhook.page'
import { chosenIn } from './chosen.ts'
import { DeliveryLog } from './delivery-log.tsx'
import styles from './developers.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const id = parseId(params.id)
	const query = new URL(request.url).searchParams
	const { mayUse, ...endpoint } = await getEndpoint(ctx, id)
	const { items, page } = await listDeliveries(ctx, id, query.get('page'))
	return {
		now: ctx.now(),
		endpoint,
		mayUse,
		items,
		page: {
			number: page.number,
			previous: page.previous && webhookPath(id, { page: page.previous.cursor }),
			next: page.next && webhookPath(id, { page: page.next.cursor }),
		},
		clientKey: newClientKey(),
		done: query.get('done'),
		csrfToken: formToken(context, request),
	}
})

const back = (id: number, done: string) => redirect(webhookPath(id, { done }), 303)

export const action = (args: Route.ActionArgs) => {
	const id = parseId(args.params.id)
	return pageAction({
		test: {
			input: z.object({ clientKey: clientKeySchema }),
			async run(ctx, { clientKey }) {
				await sendTestEvent(ctx, id, clientKey)
				return back(id, 'tested')
			},
		},
		kinds: {
			input: z.object({ kinds: textsField.pipe(endpointSchema.shape.kinds) }),
			async run(ctx, { kinds }) {
				await setEndpointKinds(ctx, id, kinds)
				return back(id, 'saved')
			},
		},
		replay: {
			input: targetFields,
			async run(ctx, { targetId }) {
				await replayDelivery(ctx, id, targetId)
				return back(id, 'replayed')
			},
		},
		enable: {
			input: noFields,
			async run(ctx) {
				await enableEndpoint(ctx, id)
				return back(id, 'enabled')
			},
		},
		remove: {
			input: noFields,
			async run(ctx) {
				await removeEndpoint(ctx, id)
				return redirect(`${ownDevelopersPath()}?done=removed`, 303)
			},
		},
	})(args)
}

const doneSentences: Readonly<Record<string, string>> = {
	tested: '確認のイベントを送信しています。結果は、少したってからこのページを開き直すと、送信の記録に表示されます。',
	saved: '受け取るイベントを保存しました。',
	replayed: 'もう一度送信しています。結果は、少したってからこのページを開き直すと表示されます。',
	enabled: '送信を再開しました。止まっていたあいだのイベントは、送信の記録から送り直せます。',
}

export default function WebhookPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { now, endpoint, mayUse, items, page, clientKey, done, csrfToken } = loaderData
	const { id, kinds, disabledAt } = endpoint
	const sentence = done === null || formState ? undefined : doneSentences[done]
	const kindsState = formStateFor(formState, 'kinds')
	return (
		<div className={stack.column}>
			<Head title="Webhookの送信先" description="Webhookの送信先と送信の記録です。" path={webhookPath(id)} noindex />
			<h2>Webhookの送信先</h2>
			{sentence !== undefined && <output className={notice.saved}>{sentence}</output>}
			{!kindsState && <ErrorSummary formState={formState} />}
			<Facts endpoint={endpoint} mayUse={mayUse} now={now} />
			{!mayUse && <p role="note">いまのプランでは、Webhookは休眠しています。プロプランに戻すと、また送信します。</p>}
			{mayUse && <Acts isDisabled={disabledAt !== null} clientKey={clientKey} csrfToken={csrfToken} />}
			<DeliveryLog items={items} page={page} mayReplay={mayUse && disabledAt === null} now={now} csrfToken={csrfToken} />
			<KindsForm kinds={kinds} formState={kindsState} csrfToken={csrfToken} />
			<RemoveForm csrfToken={csrfToken} />
			<p>
				<Link to={ownDevelopersPath()}>API・Webhookに戻る</Link>
			</p>
		</div>
	)
}

function Facts({ endpoint, mayUse, now }: { endpoint: WebhookEndpoint; mayUse: boolean; now: Date }) {
	const { id, url, createdAt, disabledAt, failingSince, previousSecretUntil } = endpoint
	const state = disabledAt !== null ? '停止中' : !mayUse ? '休眠中' : failingSince !== null ? '届いていません' : '有効'
	return (
		<FactList
			rows={[
				{ label: 'URL', value: <span className={styles.secret}>{url}</span> },
				{ label: '状態', value: state },
				...(failingSince === null ? [] : [{ label: '届かなくなった日時', value: <Moment moment={momentOf(failingSince, now)} /> }]),
				{ label: '追加した日時', value: <Moment moment={momentOf(createdAt, now)} /> },
				{
					label: '署名の鍵',
					value: (
						<>
							{previousSecretUntil !== null && <span>{`前の鍵の署名も${momentText(previousSecretUntil)}まで送ります。`}</span>}
							<Link to={webhookSecretPath(id)}>鍵を更新する</Link>
						</>
					),
				},
			]}
		/>
	)
}

function Acts({ isDisabled, clientKey, csrfToken }: { isDisabled: boolean; clientKey: string; csrfToken: string }) {
	return (
		<form method="post">
			<HiddenFields csrfToken={csrfToken} intent={isDisabled ? 'enable' : 'test'} />
			<input type="hidden" name="clientKey" value={clientKey} />
			<button type="submit" className="button">
				{isDisabled ? '送信を再開する' : '確認のイベントを送る'}
			</button>
		</form>
	)
}

type KindsProps = { kinds: readonly WebhookKind[]; formState: FormState | undefined; csrfToken: string }

function KindsForm({ kinds, formState, csrfToken }: KindsProps) {
	return (
		<section className={stack.close} aria-labelledby="kinds-title">
			<h3 id="kinds-title">受け取るイベント</h3>
			<form method="post" className={formStyles.form}>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent="kinds" />
				<FieldGroup id="kinds" legend="イベント" error={formState?.fields['kinds']}>
					<Choices
						type="checkbox"
						name="kinds"
						options={webhookKinds.map((value) => ({ value, label: `${webhookKindLabels[value]}（${value}）` }))}
						chosen={chosenIn(formState?.values, 'kinds') ?? kinds}
					/>
				</FieldGroup>
				<div className={formStyles.buttons}>
					<button type="submit" className="button" data-kind="quiet">
						保存する
					</button>
				</div>
			</form>
		</section>
	)
}

const RemoveForm = ({ csrfToken }: { csrfToken: string }) => (
	<details>
		<summary>この送信先を削除する</summary>
		<form method="post" className={stack.close}>
			<HiddenFields csrfToken={csrfToken} intent="remove" />
			<p>送信の記録も消えます。元に戻せません。</p>
			<p>
				<button type="submit" className="button" data-kind="danger">
					削除する
				</button>
			</p>
		</form>
	</details>
)
