import { type ComponentProps, useState } from 'react'
import { PageStyle } from '../inline.tsx'
import passwordCss from '../styles/password.css?inline'
import { useHydrated } from '../use-hydrated.ts'
import { TextField } from './text-field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'kind'> & {
	kind: 'currentPassword' | 'newPassword'
	/** A remark on the typed password; it refuses nothing. */
	remarkOn?: (typed: string) => string
}

/** Never prefilled, never trimmed. The button that shows it needs script. */
export function PasswordField({ remarkOn, ...props }: PasswordFieldProps) {
	const isHydrated = useHydrated()
	const [isShown, setIsShown] = useState(false)
	const [remark, setRemark] = useState('')
	const { name } = props.field
	return (
		<div className="field password">
			<PageStyle css={passwordCss} />
			<TextField
				{...props}
				field={{ ...props.field, defaultValue: undefined }}
				type={isShown ? 'text' : 'password'}
				onChange={remarkOn && ((event) => setRemark(remarkOn(event.currentTarget.value)))}
			/>
			{isHydrated && (
				<button
					type="button"
					className="reveal"
					aria-pressed={isShown}
					aria-controls={name}
					onClick={() => setIsShown(!isShown)}
				>
					{isShown ? 'Hide' : 'Show'}
					<span className="sr"> {props.label}</span>
				</button>
			)}
			{remarkOn && (
				<p className="hint password-remark" role="status">
					{remark}
				</p>
			)}
		</div>
	)
}
