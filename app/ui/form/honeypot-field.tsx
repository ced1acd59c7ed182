/** Hidden from people; programs that fill in every field give themselves away. */
export function HoneypotField() {
	return (
		<div className="sr" aria-hidden="true">
			<label>
				Leave this empty
				<input type="text" name="topic" tabIndex={-1} autoComplete="off" />
			</label>
		</div>
	)
}
