import {
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
  createTheme,
  defaultVariantColorsResolver,
} from "@mantine/core";

/**
 * Shade 7 is the light theme's token of the same name, shade 3 the dark theme's (theme.css). theme.test.ts checks that
 * they match.
 */
const press: MantineColorsTuple = [
  "#eff4fa",
  "#dbe6f3",
  "#c6d8f0",
  "#a9c3e6",
  "#7c9cc8",
  "#55789f",
  "#35557f",
  "#1f3a5f",
  "#16294a",
  "#0f1d36",
];
const vermilion: MantineColorsTuple = [
  "#fdf1ee",
  "#fbe0da",
  "#f7bbae",
  "#f0846c",
  "#e76450",
  "#dd4a34",
  "#d33d28",
  "#c8321f",
  "#a82817",
  "#861f12",
];
const green: MantineColorsTuple = [
  "#eef6f1",
  "#dcece2",
  "#b5d9c4",
  "#8cc9a7",
  "#62a985",
  "#478a68",
  "#397a5a",
  "#2f6b4f",
  "#24543e",
  "#1a3f2e",
];
const ochre: MantineColorsTuple = [
  "#fbf5e8",
  "#f8eed8",
  "#efd7a4",
  "#e2b565",
  "#c8933a",
  "#a87618",
  "#8f6206",
  "#7c5200",
  "#634100",
  "#4b3100",
];
/** Warm grays: borders and quiet text of the light theme. */
const gray: MantineColorsTuple = [
  "#f8f6f1",
  "#f4f1ea",
  "#ece8df",
  "#e4e0d8",
  "#cfc9bc",
  "#a9a294",
  "#8a8578",
  "#565a66",
  "#3b3f4a",
  "#1b1f2a",
];
/** Surfaces of the dark theme, from ink to the darkest surface. */
const dark: MantineColorsTuple = [
  "#ece4d6",
  "#d0c6b5",
  "#b5ab9a",
  "#857b6b",
  "#4a4338",
  "#322d26",
  "#26221d",
  "#1d1a16",
  "#171410",
  "#110f0c",
];

/**
 * Text on filled colors depends on the scheme (paper on dark fills, ink on light ones); the library considers only the
 * light scheme.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  return input.variant === "filled" ? { ...colors, color: "var(--on-press)" } : colors;
};

export const theme = createTheme({
  colors: { press, vermilion, green, ochre, gray, dark },
  primaryColor: "press",
  primaryShade: { light: 7, dark: 3 },
  variantColorResolver,
  white: "#fffefc",
  black: "#1b1f2a",
  defaultRadius: 4,
  fontFamily: "var(--font-interface)",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  headings: {
    fontFamily: "var(--font-display)",
    fontWeight: "500",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "clamp(1.75rem, 1.35rem + 1.6vw, 2.375rem)", lineHeight: "1.14" },
      h2: { fontSize: "clamp(1.375rem, 1.2rem + 0.7vw, 1.625rem)", lineHeight: "1.2" },
      h3: { fontSize: "1.25rem", lineHeight: "1.3" },
      h4: { fontSize: "1.0625rem", lineHeight: "1.4" },
    },
  },
  fontSizes: { xs: "0.78125rem", sm: "0.875rem", md: "1rem", lg: "1.125rem", xl: "1.25rem" },
  breakpoints: { xs: "30em", sm: "40em", md: "48em", lg: "64em", xl: "80em" },
  cursorType: "pointer",
  respectReducedMotion: true,
  focusRing: "auto",
  components: {
    Button: { defaultProps: { radius: 4 } },
    Checkbox: { defaultProps: { iconColor: "var(--on-press)" } },
    Radio: { defaultProps: { iconColor: "var(--on-press)" } },
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 140 } } },
    Drawer: { defaultProps: { transitionProps: { duration: 160 } } },
    Menu: { defaultProps: { shadow: "md", transitionProps: { duration: 120 } } },
    Tooltip: { defaultProps: { openDelay: 200 } },
  },
});

/** Maps Mantine's variables to the tokens of theme.css, so both use the same colors. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared: Record<string, string> = {
    "--mantine-color-body": "var(--paper)",
    "--mantine-color-text": "var(--ink)",
    "--mantine-color-bright": "var(--ink)",
    "--mantine-color-dimmed": "var(--ink-soft)",
    "--mantine-color-placeholder": "var(--ink-soft)",
    "--mantine-color-anchor": "var(--press)",
    "--mantine-color-error": "var(--vermilion-text)",
    "--mantine-color-default": "var(--sheet)",
    "--mantine-color-default-hover": "var(--well)",
    "--mantine-color-default-color": "var(--ink)",
    "--mantine-color-default-border": "var(--rule)",
    "--mantine-color-disabled": "var(--well)",
    "--mantine-color-disabled-color": "var(--ink-soft)",
    "--mantine-color-disabled-border": "var(--hairline)",
  };
  for (const name of ["press", "vermilion", "green", "ochre"]) {
    const text = name === "vermilion" ? "var(--vermilion-text)" : `var(--${name})`;
    shared[`--mantine-color-${name}-text`] = text;
    shared[`--mantine-color-${name}-outline`] = text;
    shared[`--mantine-color-${name}-light`] = `var(--${name}-wash)`;
    shared[`--mantine-color-${name}-light-hover`] = `color-mix(in srgb, var(--${name}) 18%, var(--paper))`;
    shared[`--mantine-color-${name}-light-color`] = text;
  }
  return { variables: {}, light: shared, dark: shared };
};
