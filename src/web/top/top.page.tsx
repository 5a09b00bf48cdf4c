export default function TopPage() {
	return (
		<div className="content">
			<h1>top</h1>
		</div>
	)
}
