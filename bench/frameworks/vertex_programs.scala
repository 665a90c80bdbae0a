// GraphX beside our vertex programs: PageRank, shortest paths and components of one list of edges.
// SPDX-License-Identifier: Apache-2.0
//
// Usage: orujo convert GRAPH edges.wel --weights 1..255 --undirected
//        EDGES=edges.wel SOURCE=1 spark-shell --master 'local[2]' --driver-memory 12g -i vertex_programs.scala
// Prints for each what it took, the least of TRIALS (3), and what it found. Spark comes with `pip install pyspark`.
import org.apache.log4j.{Level, Logger}
import org.apache.spark.graphx._

Logger.getRootLogger.setLevel(Level.ERROR)
val path = sys.env("EDGES")
val source = sys.env("SOURCE").toLong
val trials = sys.env.getOrElse("TRIALS", "3").toInt

// The file has each edge both ways, as each of its ends tells the other.
val edges = sc.textFile(path, 2).filter(line => !line.startsWith("#") && !line.startsWith("%")).map { line =>
  val words = line.split("\\s+")
  Edge(words(0).toLong, words(1).toLong, words(2).toDouble)
}
val graph = Graph.fromEdges(edges, 0.0).partitionBy(PartitionStrategy.EdgePartition2D, 2).cache()
println(s"GraphX: ${graph.vertices.count} vertices with edges, ${graph.edges.count} arcs")

def measured(name: String)(run: => Double): Unit = {
  val taken = (1 to trials).map { _ =>
    val began = System.nanoTime
    val found = run
    ((System.nanoTime - began) / 1e9, found)
  }
  println(f"GraphX $name%-32s ${taken.map(_._1).min}%9.3f s, found ${taken.head._2}%.6g")
}

measured("PageRank, 1e-3 of each vertex") { graph.pageRank(1e-3).vertices.map(_._2).sum }
measured("PageRank, 30 iterations") { graph.staticPageRank(30).vertices.map(_._2).sum }
measured("shortest paths") {
  val first = graph.mapVertices((id, _) => if (id == source) 0.0 else Double.PositiveInfinity)
  first.pregel(Double.PositiveInfinity)(
    (_, known, told) => math.min(known, told),
    triplet =>
      if (triplet.srcAttr + triplet.attr < triplet.dstAttr) Iterator((triplet.dstId, triplet.srcAttr + triplet.attr))
      else Iterator.empty,
    (a, b) => math.min(a, b)).vertices.map(_._2).filter(!_.isInfinity).sum
}
measured("components, without lone vertices") {
  graph.connectedComponents().vertices.map(_._2).distinct().count().toDouble
}
sys.exit(0)
