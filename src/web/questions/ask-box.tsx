import { writePath } from '../../domain/shared/links.ts'
import { lengths } from '../../domain/questions/input.ts'
import { Link } from '../ui/link.tsx'
import { PictureBand } from '../ui/motif.tsx'
import fieldStyles from '../forms/field.module.css'
import styles from './ask-box.module.css'

/** Starts a question, for everybody: signing in comes after writing. */
export function AskBox() {
	return (
		<section className={styles.box} aria-labelledby="ask-box">
			<h2 id="ask-box">知りたいことが見つからないときは</h2>
			<p>名前を出さずに、無料で質問できます。登録は書いたあとでかまいません。</p>
			<form action={writePath()} method="get" className={styles.form}>
				<label htmlFor="ask-title" className="visually-hidden">
					質問のタイトル
				</label>
				<input
					id="ask-title"
					type="text"
					name="title"
					className={fieldStyles.input}
					placeholder="例：自宅の家賃はどこまで経費になりますか"
					maxLength={lengths.title.max}
					autoComplete="off"
				/>
				<button type="submit" className="button">
					質問を書く
				</button>
			</form>
		</section>
	)
}

/** What the room of questions is for, with the way to ask. */
export function AskBand({ figures }: { figures: readonly { value: string; unit: string }[] }) {
	return (
		<PictureBand
			picture="/scenes/meeting.svg"
			figures={figures}
			acts={
				<Link className="button" to={writePath()}>
					質問する
				</Link>
			}
		>
			<p>資格を確認した専門家が答えています。無料で、名前を出さずに質問できます。</p>
		</PictureBand>
	)
}
