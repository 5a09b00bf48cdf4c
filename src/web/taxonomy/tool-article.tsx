import { japan } from '../../domain/geography/areas.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { calculatorPath, taskToolsPath } from '../../domain/shared/links.ts'
import type { Tool } from '../../domain/taxonomy/types.ts'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import { categoryPicturePath, templatePicturePath } from './card-paths.ts'
import { toolKindLabels } from './tool-kind.ts'
import styles from './tool.module.css'

/** A tool: what it is, where it is found, and for which tasks. */
export function ToolArticle({ tool }: { tool: Tool }) {
	return (
		<article className={`content ${styles.page}`}>
			<div className={styles.first}>
				<div className={styles.head}>
					<p className={styles.tags}>
						<Tag tone="accent">{toolKindLabels[tool.kind]}</Tag>
						{tool.advertised && <Tag tone="warn">広告</Tag>}
					</p>
					<h1>{tool.name}</h1>
					<p className={styles.summary}>{tool.summary}</p>
				</div>
				<ToolPicture tool={tool} />
				<div className={styles.acts}>
					{tool.url && (
						<p>
							<a className="button" href={tool.url} rel={tool.advertised ? 'noopener sponsored' : 'noopener'} target="_blank">
								{`${new URL(tool.url).hostname} を開く`}
								<span className={styles.outside}>（外部サイト）</span>
							</a>
						</p>
					)}
					{tool.calculatorSlug && (
						<p>
							<Link className="button" to={calculatorPath(tool.calculatorSlug)}>
								計算する
							</Link>
						</p>
					)}
					{tool.fileName && <TemplateFile fileName={tool.fileName} />}
				</div>
			</div>
			<ToolFacts tool={tool} />
			{tool.advertised && (
				<p className={styles.quiet}>この紹介は提供元から広告料を受け取って掲載しています。内容は編集部が書いています。</p>
			)}
			{tool.body.length > 0 && <Use tool={tool} />}
			{tool.tasks.length > 0 && <UsefulFor tool={tool} />}
		</article>
	)
}

/** What a template looks like, of its own headings and cells (scripts/templates-picture.ts); of the others the scene of their category. */
function ToolPicture({ tool: { name, fileName, tasks } }: { tool: Tool }) {
	if (fileName)
		return (
			<img
				className={styles.template}
				src={templatePicturePath(fileName)}
				width="360"
				height="240"
				alt={`「${name}」の書式の見本。見出しと、はじめの行が見えます。`}
			/>
		)
	const [task] = tasks
	return task ? <img className={styles.picture} src={categoryPicturePath(task.taskCategoryId)} width="240" height="160" alt="" /> : null
}

/** A file of ours and the same to print (scripts/templates-pdf.ts), with who must look it over: an honest template is where the work begins. */
function TemplateFile({ fileName }: { fileName: string }) {
	const kind = fileName.endsWith('.docx') ? 'Word' : 'Excel'
	return (
		<div>
			<p>
				<a className="button" href={`/templates/${fileName}`} download>
					{`${kind}ファイルをダウンロードする`}
				</a>
			</p>
			<p>
				<a className="tap" href={`/templates/${fileName.replace(/\.\w+$/, '.pdf')}`} download>
					印刷して書き込むPDFをダウンロードする
				</a>
			</p>
			<p className={styles.quiet}>
				登録はいりません。自由に書き換えて使えます。一般的なひな形なので、そのままで足りるとは限りません。誰に確かめてもらうかは、ファイルのはじめに書いています。PDFでは、自動で計算する欄は空いています。
			</p>
		</div>
	)
}

function UsefulFor({ tool }: { tool: Tool }) {
	return (
		<section aria-labelledby="tasks">
			<h2 id="tasks">この道具が役に立つ業務</h2>
			<ul className={styles.tasks}>
				{tool.tasks.map((one) => (
					<li key={one.id}>
						<p className={styles.quiet}>{one.taskCategoryName}</p>
						<Link to={listPath({ scopeId: one.id, area: japan })}>{`${one.name}を頼める事務所を探す`}</Link>
						<Link to={taskToolsPath(one.id)}>{`${one.name}に役に立つ道具`}</Link>
					</li>
				))}
			</ul>
		</section>
	)
}

function ToolFacts({ tool }: { tool: Tool }) {
	return (
		<dl className={styles.facts}>
			<div>
				<dt>種類</dt>
				<dd>{toolKindLabels[tool.kind]}</dd>
			</div>
			<div>
				<dt>料金</dt>
				<dd>{tool.priceNote}</dd>
			</div>
			<div>
				<dt>確認日</dt>
				<dd>{`${dateText(tool.checkedOn)}に内容と料金を確かめました`}</dd>
			</div>
		</dl>
	)
}

function Use({ tool }: { tool: Tool }) {
	return (
		<section aria-labelledby="use">
			<h2 id="use">できることと使いどころ</h2>
			<div className="prose">
				{tool.body.map((paragraph) => (
					<p key={paragraph}>{paragraph}</p>
				))}
			</div>
		</section>
	)
}
