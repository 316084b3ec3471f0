/** The samples: in a chunk of their own, loaded when the gallery or a link needs one. */
const files = import.meta.glob<string>("../../../../../samples/*.hex", { query: "?raw", import: "default", eager: true });

export const samples: readonly { name: string; description: string; text: string }[] = Object.entries(files)
  .map(([path, text]) => {
    const lines = text.split("\n");
    const end = lines.findIndex((l) => !l.startsWith("#"));
    const description = lines
      .slice(0, end < 0 ? undefined : end)
      .map((l) => l.slice(1).trim())
      .join(" ");
    return { name: path.replace(/^.*\/|\.hex$/g, ""), description, text };
  })
  .sort((a, b) => (a.name < b.name ? -1 : 1));
