import { Link, type LinkProps, useNavigation } from '@remix-run/react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface Appearance {
	/** 'main': the one main action of a screen. */
	variant?: 'main' | 'quiet' | 'danger'
	/** 'small': as wide as its label, 44 px high. */
	size?: 'large' | 'small'
	className?: string
}

function buttonClass({ variant = 'main', size = 'large', className }: Appearance): string {
	return classNames('btn', variant !== 'main' && variant, size === 'small' && 'small', className)
}

type ButtonProps = Appearance & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean }

export function Button({ variant, size, className, busy, type = 'button', ...rest }: ButtonProps) {
	return (
		<button
			type={type}
			className={buttonClass({ variant, size, className })}
			aria-busy={busy || undefined}
			{...rest}
		/>
	)
}

/** A link drawn as a button. `to` may also be https:, tel: or mailto:. */
export function ButtonLink({ variant, size, className, ...rest }: Appearance & LinkProps) {
	return <Link className={buttonClass({ variant, size, className })} {...rest} />
}

/**
 * With script the button shows `busyLabel` until the answer, and ignores a second tap. Without script the idempotency
 * key makes a second tap harmless.
 */
export function SubmitButton({
	busyLabel,
	children,
	onClick,
	...rest
}: ButtonProps & { busyLabel?: string }) {
	const { formData } = useNavigation()
	const busy =
		formData !== undefined &&
		(rest.name === undefined || formData.get(rest.name) === String(rest.value ?? ''))
	return (
		<Button
			type="submit"
			busy={busy}
			onClick={(event) => {
				if (busy) event.preventDefault()
				else onClick?.(event)
			}}
			{...rest}
		>
			{busy && busyLabel ? busyLabel : children}
		</Button>
	)
}

interface ActionBarProps {
	/** 'Knotless braids with Chioma · 2 h 30 min'. */
	summary?: ReactNode
	/** 'Free to cancel until Mon 23 Nov, 2:30 PM'. */
	note?: ReactNode
	/** The main button, with its amount: 'Pay ₦17,854'. */
	children: ReactNode
}

/** Sticks to the foot of the screen. Last child of the page, or of a form with class `fill`. */
export function ActionBar({ summary, note, children }: ActionBarProps) {
	return (
		<div className="action-bar">
			{summary && <p>{summary}</p>}
			{children}
			{note && <p className="action-note">{note}</p>}
		</div>
	)
}
