"""Rows as tables. pandas and geopandas are imported when a table is asked for, never before."""

from __future__ import annotations

import datetime
import importlib
from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Sequence, Tuple

if TYPE_CHECKING:
    import geopandas
    import pandas

Column = Tuple[str, str]
"""The dotted path of a value in a row, and the type of its values."""

CRS = "EPSG:4326"
DTYPES = {"string": "string", "integer": "Int64", "number": "float64", "boolean": "boolean"}
"""Columns of other types hold objects: lists."""


def pandas_frame_of(
    rows: Sequence[Mapping[str, Any]], columns: Sequence[Column]
) -> pandas.DataFrame:
    """A table with these columns, whatever the rows hold."""
    pandas = need("pandas", "to_pandas()")
    return pandas.DataFrame(
        {
            path: _series_of(pandas, [_value_at(row, path) for row in rows], of)
            for path, of in columns
        }
    )


def geo_frame_of(frame: pandas.DataFrame) -> geopandas.GeoDataFrame:
    """The table with a geometry."""
    geopandas = need("geopandas", "to_geopandas()")
    shapely = need("shapely.geometry", "to_geopandas()")
    points = [
        shapely.Point(lng, lat) if lng == lng and lat == lat else None
        for lng, lat in zip(frame["location.lng"], frame["location.lat"])
    ]
    geometry = geopandas.GeoSeries(points, index=frame.index, crs=CRS)
    located = geopandas.GeoDataFrame(frame, geometry=geometry)
    located.attrs.update(frame.attrs)
    return located


def need(module: str, method: str) -> Any:
    """The module, or an error that says how to install it."""
    package = module.split(".")[0]
    extra = "pandas" if package == "pandas" else "geopandas"
    try:
        return importlib.import_module(module)
    except ImportError as failure:
        raise ImportError(
            f'{method} needs {package}: pip install "rowhouse[{extra}]"', name=package
        ) from failure


def _series_of(pandas: Any, values: List[Any], of: str) -> Any:
    if of in ("date", "date_time"):
        moments = [_moment_of(value) for value in values]
        series = pandas.Series(pandas.to_datetime(moments, utc=True, errors="coerce"))
        return series if of == "date_time" else series.dt.tz_localize(None)
    return pandas.Series(values, dtype=DTYPES.get(of, "object"))


def _moment_of(text: Optional[str]) -> Optional[datetime.datetime]:
    """Python before 3.11 does not read the Z of UTC."""
    return None if text is None else datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def _value_at(row: Mapping[str, Any], path: str) -> Any:
    value: Any = row
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value
