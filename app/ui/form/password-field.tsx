import { type ComponentProps, useState } from 'react'
import { PageStyle } from '#app/ui/inline.tsx'
import passwordCss from '#app/ui/styles/password.css?inline'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { TextField } from './fields.tsx'
import type { FormState } from './form-state.ts'

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

interface NewPasswordFieldsProps {
	form: FormState
	label: string
	/** Gives the key of the remark beside the field. */
	strengthOf: (typed: string) => Exclude<keyof typeof passwordRemarks, 'none'>
}

export function NewPasswordFields({ form, label, strengthOf }: NewPasswordFieldsProps) {
	return (
		<>
			<PasswordField
				field={form.field('password')}
				kind="newPassword"
				label={label}
				hint="At least 6 characters. A few plain words are hard to guess."
				remarkOn={(typed) => passwordRemarks[typed === '' ? 'none' : strengthOf(typed)]}
			/>
			<PasswordField
				field={form.field('confirmPassword')}
				kind="newPassword"
				label="Confirm password"
				enterKeyHint="done"
			/>
		</>
	)
}

/** A hint on a password's strength, never a refusal. */
const passwordRemarks = {
	none: '',
	short: 'Still too short.',
	weak: 'Easy to guess. Longer is better.',
	fair: 'Fair. Add another word to make it strong.',
	strong: 'Strong.',
} as const
