/** Only on pages without React, in development: the others have React Router's hot updates. */
import.meta.hot?.on("server-change", () => location.reload());
