import { redirect } from 'react-router'
import { queueNames, standardTargetHours } from '../../../domain/operations/queue-counts.ts'
import { linkSettings, targetSetting } from '../../../domain/operations/settings/setting-names.ts'
import { linksSchema, targetsSchema } from '../../../domain/operations/settings/setting-schemas.ts'
import { readSettingGroup, saveSettingGroup } from '../../../domain/operations/settings/site-settings.ts'
import { staffSettingsPath } from '../../../domain/shared/links.ts'
import { configContext } from '../../context.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { InputField } from '../../forms/field.tsx'
import { type FormState, formStateFor, textIn } from '../../forms/form-state.ts'
import formStyles from '../../forms/form.module.css'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import styles from '../admin.module.css'
import { DoneNote } from '../done-note.tsx'
import { sectionGroups } from '../sections.ts'
import type { Route } from './+types/settings.page'

const queueLabels = new Map(
	sectionGroups.flatMap(({ sections }) => sections.flatMap(({ label, queue }) => (queue ? [[queue.name, label]] : []))),
)

export const loader = staffLoader(['admin'], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => {
	const [links, targets] = [await readSettingGroup(ctx, 'link.'), await readSettingGroup(ctx, targetSetting(''))]
	const config = context.get(configContext)
	return {
		links: {
			version: links.version,
			fields: linkSettings.map(({ name, key, label }) => ({
				name,
				label,
				value: links.values[name] ?? '',
				standard: config.links[key] ?? 'なし',
			})),
		},
		targets: {
			version: targets.version,
			fields: queueNames.map((queue) => ({
				name: targetSetting(queue),
				label: queueLabels.get(queue) ?? queue,
				value: targets.values[targetSetting(queue)] ?? '',
				standard: `${standardTargetHours(queue)}時間`,
			})),
		},
		done: new URL(request.url).searchParams.get('done'),
		csrfToken: formToken(context, request),
	}
})

const saved = () => redirect(staffSettingsPath({ done: 'setting-changed' }), 303)

export const action = staffAction(['admin'], 'grant', {
	links: {
		input: linksSchema,
		async run(ctx, group) {
			await saveSettingGroup(ctx, 'link.', group)
			return saved()
		},
	},
	targets: {
		input: targetsSchema,
		async run(ctx, group) {
			await saveSettingGroup(ctx, targetSetting(''), group)
			return saved()
		},
	},
})

export default function SettingsPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { links, targets, done, csrfToken } = loaderData
	return (
		<>
			<Head title="サイトの設定" description="起動し直さずに変えられる設定です。" path={staffSettingsPath()} noindex />
			<h1>サイトの設定</h1>
			<p className={styles.quiet}>空にすると、起動したときの設定に戻ります。変えた内容は、操作の記録に残ります。</p>
			{!formState && <DoneNote done={done} />}
			<Group
				intent="links"
				title="外部へのリンク"
				hint={(standard) => `起動時の設定：${standard}`}
				group={links}
				csrfToken={csrfToken}
				formState={formStateFor(formState, 'links')}
			/>
			<Group
				intent="targets"
				title="対応の目安（時間）"
				hint={(standard) => `標準：${standard}`}
				group={targets}
				csrfToken={csrfToken}
				formState={formStateFor(formState, 'targets')}
			/>
		</>
	)
}

type GroupData = { version: number; fields: readonly { name: string; label: string; value: string; standard: string }[] }

function Group({
	intent,
	title,
	hint,
	group,
	csrfToken,
	formState,
}: {
	intent: string
	title: string
	hint: (standard: string) => string
	group: GroupData
	csrfToken: string
	formState: FormState | undefined
}) {
	return (
		<section className={styles.section} aria-labelledby={intent}>
			<h2 id={intent}>{title}</h2>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent={intent} version={group.version} />
				{group.fields.map(({ name, label, value, standard }) => (
					<InputField
						key={name}
						id={name}
						label={label}
						hint={hint(standard)}
						inputMode={intent === 'targets' ? 'numeric' : 'url'}
						error={formState?.fields[name]}
						defaultValue={textIn(formState?.values, name) ?? value}
						autoComplete="off"
					/>
				))}
				<div className={formStyles.buttons}>
					<button type="submit" className="button" data-kind="quiet">
						{`${title}を保存する`}
					</button>
				</div>
			</form>
		</section>
	)
}
